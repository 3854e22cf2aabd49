/**
 * Each statement of each operation fails in turn, in every way a statement can fail, while other organizations work on the same
 * connections: whatever becomes of the request, they see no row but their own, and nothing is lost of what was acknowledged.
 * FAULTS=5000 tries so many; without it a few, spread over operations: each engine takes others.
 */
import { inject, describe, expect, test } from 'vitest';
import type { Database } from '#platform/database/open';
import { listenOn, testConfig } from '../support/app.ts';
import { openWrappedDatabase } from '../support/wrapped-database.ts';
import { contract } from '../support/contract.ts';
import { type Fault, injectFaults, refused, interruptedBy, answerLost, notSent } from '../support/injection.ts';
import { prepare } from '../support/prepare.ts';
import { engines, startPrepared } from './engines.ts';
import { newNeighbour } from './neighbours.ts';
import { furnish, type Furnished, type Operation } from './requests.ts';

const wanted = Number(process.env.FAULTS || 125);

type Kind = readonly [name: string, fault: Fault];
/** How a statement fails. What is done and not heard of comes last: it may take away what others need. */
const kindsOn = (engine: (typeof engines)[number], { system }: Database): readonly Kind[] => [
  ['unsent', notSent],
  ['refused', refused],
  ...(engine === 'postgresql'
    ? ([
        ['cancelled', interruptedBy(system, 'pg_cancel_backend')],
        ['disconnected', interruptedBy(system, 'pg_terminate_backend')],
      ] as const)
    : []),
  ['unheard', answerLost],
];

interface Planned {
  readonly operation: Operation;
  readonly variant: number;
  readonly number: number;
  readonly kind: Kind;
}

describe.each(engines)('%s', (engine) => {
  test(
    `${wanted} faults: no row of others is seen, and nothing acknowledged is lost`,
    async () => {
      const service = await start(engine);
      const { database, base, between, late } = service;
      const neighbours = await Promise.all([newNeighbour(database, base), newNeighbour(database, base)]);
      let furnished = await furnish(service);
      const plan = spread(await planned(operationsFor(engine), furnished, kindsOn(engine, database), between));

      let faults = 0;
      const met = new Map<string, number>();
      const kept: string[] = [];
      const leaked: string[] = [];
      for (let next = 0; faults < wanted; next += 1) {
        const {
          operation,
          variant,
          number,
          kind: [kind, fault],
        } = plan[next % plan.length] ?? plan[0];
        if (next > 0 && next % plan.length === 0) furnished = await furnish(service);
        let isAnswered = false;
        const {
          result: [answer],
          met: { spoilt },
        } = await between.during({ organizationId: furnished.organizationId, isMeant: (_text, asked) => asked === number, fault }, () =>
          Promise.all([
            furnished
              .request(operation, variant)
              .catch(brokenOff)
              .finally(() => {
                isAnswered = true;
              }),
            ...neighbours.map((neighbour) => neighbour.workUntil(() => isAnswered)),
          ]),
        );
        if (neighbours.some(({ organizationId }) => answer.text.includes(organizationId)))
          leaked.push(`${operation.id} showed rows of others when it was ${kind}: ${spoilt}`);
        if (answer.status === 401) furnished = await furnish(service);
        if (spoilt === undefined) continue;
        faults += 1;
        if (faults % 500 === 0) console.log(`${engine}: ${faults} faults so far`);
        met.set(operation.id, (met.get(operation.id) ?? 0) + 1);
        if (answer.status < 400 && spoilt !== 'rollback')
          kept.push(`${operation.id} answered ${answer.status} although it was ${kind}: ${spoilt}`);
      }

      const accounts = await Promise.all(neighbours.map((neighbour) => neighbour.account()));
      const acknowledged = accounts.reduce((sum, account) => sum + account.acknowledged, 0);
      const [lost, foreign] = [accounts.flatMap((account) => account.lost), [...accounts.flatMap((account) => account.foreign), ...leaked]];
      console.log(
        `${engine}: ${faults} faults in ${met.size} operations; ${acknowledged} writes of others acknowledged, ${lost.length} lost; ${foreign.length} rows of others seen; ${late.length} late questions refused, ${between.connections.spoilt} connections not reused`,
      );
      expect({ lost, foreign, kept: [...new Set(kept)], unsound: [...between.connections.unsound] }).toEqual({
        lost: [],
        foreign: [],
        kept: [],
        unsound: [],
      });
      expect(
        accounts.every(({ isIntact }) => isIntact),
        'the chains of the others',
      ).toBe(true);
      await service.end();
    },
    60_000 + wanted * 1_000,
  );
});

async function start(engine: (typeof engines)[number]) {
  const { server } = engine === 'postgresql' ? await startPrepared() : { server: undefined };
  const late: Error[] = [];
  const { database, between } = await openWrappedDatabase(injectFaults, (error) => late.push(error), server?.url ?? '');
  if (!server && !inject('dump')) await prepare(database.system);
  const config = testConfig({ VALIDATE_RESPONSES: '0', ...(server && { DATABASE_URL: server.url }) });
  const { base, ports } = await listenOn(database, config);
  return {
    database,
    between,
    late,
    config,
    base,
    ports,
    end: async () => {
      await database.close();
      await server?.end();
    },
  };
}

/** All that can become of an answer that has begun. */
function brokenOff(error: unknown) {
  if (error instanceof TypeError && error.message === 'terminated') return { status: 500, text: '' };
  throw error;
}

/** As many as there are to be faults, or all. */
function operationsFor(engine: (typeof engines)[number]): readonly Operation[] {
  const step = Math.max(1, Math.floor(contract.length / wanted));
  return contract.filter((_operation, index) => index % step === (engine === engines[0] ? 0 : step - 1));
}

/** Of each operation all that can fail, as its own statements are when it is not let to its end. */
async function planned(
  operations: readonly Operation[],
  furnished: Furnished,
  kinds: readonly Kind[],
  between: ReturnType<typeof injectFaults>,
): Promise<[Planned, ...Planned[]]> {
  const all: Planned[] = [];
  for (const operation of operations) {
    let best = { variant: 0, asked: 0, isWhole: false };
    for (let variant = 0; variant < Math.max(operation.bodies.length, 1) && !best.isWhole; variant += 1) {
      const {
        result: { status },
        met: { asked, spoilt },
      } = await between.during(
        { organizationId: furnished.organizationId, isMeant: (text) => text.endsWith('commit'), fault: refused },
        () => furnished.request(operation, variant),
      );
      const isWhole = spoilt !== undefined || status < 300;
      if (isWhole || asked.length > best.asked) best = { variant, asked: asked.length, isWhole };
    }
    for (let number = 1; number <= best.asked; number += 1)
      all.push(...kinds.map((kind) => ({ operation, variant: best.variant, number, kind })));
  }
  const isLast = ({ kind: [name], operation: { method } }: Planned) =>
    name !== 'unheard' ? 0 : method === 'GET' ? 1 : method === 'DELETE' ? 3 : 2;
  const [first, ...rest] = all.toSorted((one, other) => isLast(one) - isLast(other));
  if (!first) throw new Error('no operation asks anything');
  return [first, ...rest];
}

/** As many of them as are wanted, or all. */
function spread([first, ...rest]: [Planned, ...Planned[]]): [Planned, ...Planned[]] {
  const step = Math.max(1, rest.length / wanted);
  return [
    first,
    ...Array.from({ length: Math.floor(rest.length / step) }, (_none, n) => rest[Math.floor(n * step)]).filter((one) => one !== undefined),
  ];
}
