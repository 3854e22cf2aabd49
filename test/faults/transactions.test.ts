/**
 * Makes each statement of each operation fail, in every way a statement can fail, while other organizations use the same connections. They
 * must see only their own rows and lose no acknowledged write. FAULTS=5000 sets the number of faults. Without it, few faults are spread
 * over the operations, and each engine tests different operations.
 */
import { inject, describe, expect, test } from 'vitest';
import type { Database } from '#platform/database/open';
import { listenOn, testConfig } from '../support/app.ts';
import { openWrappedDatabase } from '../support/wrapped-database.ts';
import { contract } from '../support/contract.ts';
import { type Fault, injectFaults, rejectedByDatabase, interruptedBy, answerLost, notSent } from '../support/injection.ts';
import { prepare } from '../support/prepare.ts';
import { engines, startPrepared } from './engines.ts';
import { newNeighbour } from './neighbours.ts';
import { prepareOrganization, type PreparedOrganization, type Operation } from './requests.ts';

const faultLimit = Number(process.env.FAULTS || 125);

type Kind = readonly [name: string, fault: Fault];
/** The ways in which a statement fails. A lost answer comes last, because its statement takes effect and may remove needed records. */
const kindsOn = (engine: (typeof engines)[number], { system }: Database): readonly Kind[] => [
  ['unsent', notSent],
  ['refused', rejectedByDatabase],
  ...(engine === 'postgresql'
    ? ([
        ['cancelled', interruptedBy(system, 'pg_cancel_backend')],
        ['disconnected', interruptedBy(system, 'pg_terminate_backend')],
      ] as const)
    : []),
  ['unheard', answerLost],
];

interface PlannedFault {
  readonly operation: Operation;
  readonly variant: number;
  readonly number: number;
  readonly kind: Kind;
}

describe.each(engines)('%s', (engine) => {
  test(
    `${faultLimit} faults: no row of others is seen, and nothing acknowledged is lost`,
    async () => {
      const service = await startService(engine);
      const { database, base, injection, lateErrors } = service;
      const neighbours = await Promise.all([newNeighbour(database, base), newNeighbour(database, base)]);
      let prepared = await prepareOrganization(service);
      const plan = selectEvenly(await planFaults(operationsFor(engine), prepared, kindsOn(engine, database), injection));

      let faults = 0;
      const faultsByOperation = new Map<string, number>();
      const wrongSuccesses: string[] = [];
      const leaks: string[] = [];
      for (let planIndex = 0; faults < faultLimit; planIndex += 1) {
        const {
          operation,
          variant,
          number,
          kind: [kind, fault],
        } = plan[planIndex % plan.length] ?? plan[0];
        if (planIndex > 0 && planIndex % plan.length === 0) prepared = await prepareOrganization(service);
        let isAnswered = false;
        const {
          result: [answer],
          met: { spoilt },
        } = await injection.during(
          { organizationId: prepared.organizationId, isMeant: (_text, statementNumber) => statementNumber === number, fault },
          () =>
            Promise.all([
              prepared
                .request(operation, variant)
                .catch(asTerminated)
                .finally(() => {
                  isAnswered = true;
                }),
              ...neighbours.map((neighbour) => neighbour.workUntil(() => isAnswered)),
            ]),
        );
        if (neighbours.some(({ organizationId }) => answer.text.includes(organizationId)))
          leaks.push(`${operation.id} showed rows of others when it was ${kind}: ${spoilt}`);
        if (answer.status === 401) prepared = await prepareOrganization(service);
        if (spoilt === undefined) continue;
        faults += 1;
        if (faults % 500 === 0) console.log(`${engine}: ${faults} faults so far`);
        faultsByOperation.set(operation.id, (faultsByOperation.get(operation.id) ?? 0) + 1);
        if (answer.status < 400 && spoilt !== 'rollback')
          wrongSuccesses.push(`${operation.id} answered ${answer.status} although it was ${kind}: ${spoilt}`);
      }

      const accounts = await Promise.all(neighbours.map((neighbour) => neighbour.account()));
      const acknowledged = accounts.reduce((sum, account) => sum + account.acknowledged, 0);
      const [lostIds, foreignIds] = [
        accounts.flatMap((account) => account.lost),
        [...accounts.flatMap((account) => account.foreign), ...leaks],
      ];
      console.log(
        `${engine}: ${faults} faults in ${faultsByOperation.size} operations; ${acknowledged} writes of others acknowledged, ${lostIds.length} lost; ${foreignIds.length} rows of others seen; ${lateErrors.length} late questions refused, ${injection.connections.spoilt} connections not reused`,
      );
      expect({
        lost: lostIds,
        foreign: foreignIds,
        kept: [...new Set(wrongSuccesses)],
        unsound: [...injection.connections.unsound],
      }).toEqual({
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
    180_000 + faultLimit * 3_000,
  );
});

async function startService(engine: (typeof engines)[number]) {
  const { server } = engine === 'postgresql' ? await startPrepared() : { server: undefined };
  const lateErrors: Error[] = [];
  const { database, between: injection } = await openWrappedDatabase(injectFaults, (error) => lateErrors.push(error), server?.url ?? '');
  if (!server && !inject('dump')) await prepare(database.system);
  const config = testConfig({ VALIDATE_RESPONSES: '0', ...(server && { DATABASE_URL: server.url }) });
  const { base, ports } = await listenOn(database, config);
  return {
    database,
    injection,
    lateErrors,
    config,
    base,
    ports,
    end: async () => {
      await database.close();
      await server?.end();
    },
  };
}

/** Converts the error for a terminated answer into a status 500, and rethrows any other error. */
function asTerminated(error: unknown) {
  if (error instanceof TypeError && error.message === 'terminated') return { status: 500, text: '' };
  throw error;
}

/** @returns as many operations as there are faults, evenly spread, or all operations */
function operationsFor(engine: (typeof engines)[number]): readonly Operation[] {
  const step = Math.max(1, Math.floor(contract.length / faultLimit));
  return contract.filter((_operation, index) => index % step === (engine === engines[0] ? 0 : step - 1));
}

/** Runs each operation and makes its commit fail. @returns every fault for each of the statements that the operation sends */
async function planFaults(
  operations: readonly Operation[],
  prepared: PreparedOrganization,
  kinds: readonly Kind[],
  injection: ReturnType<typeof injectFaults>,
): Promise<[PlannedFault, ...PlannedFault[]]> {
  const plannedFaults: PlannedFault[] = [];
  for (const operation of operations) {
    let bestVariant = { variant: 0, asked: 0, isComplete: false };
    for (let variant = 0; variant < Math.max(operation.bodies.length, 1) && !bestVariant.isComplete; variant += 1) {
      const {
        result: { status },
        met: { asked, spoilt },
      } = await injection.during(
        { organizationId: prepared.organizationId, isMeant: (text) => text.endsWith('commit'), fault: rejectedByDatabase },
        () => prepared.request(operation, variant),
      );
      const isComplete = spoilt !== undefined || status < 300;
      if (isComplete || asked.length > bestVariant.asked) bestVariant = { variant, asked: asked.length, isComplete };
    }
    for (let number = 1; number <= bestVariant.asked; number += 1)
      plannedFaults.push(...kinds.map((kind) => ({ operation, variant: bestVariant.variant, number, kind })));
  }
  const priorityOf = ({ kind: [name], operation: { method } }: PlannedFault) =>
    name !== 'unheard' ? 0 : method === 'GET' ? 1 : method === 'DELETE' ? 3 : 2;
  const [first, ...otherFaults] = plannedFaults.toSorted((one, other) => priorityOf(one) - priorityOf(other));
  if (!first) throw new Error('no operation asks anything');
  return [first, ...otherFaults];
}

/** @returns as many faults as `faultLimit`, evenly spread, or all faults */
function selectEvenly([first, ...otherFaults]: [PlannedFault, ...PlannedFault[]]): [PlannedFault, ...PlannedFault[]] {
  const step = Math.max(1, otherFaults.length / faultLimit);
  return [
    first,
    ...Array.from({ length: Math.floor(otherFaults.length / step) }, (_none, n) => otherFaults[Math.floor(n * step)]).filter(
      (one) => one !== undefined,
    ),
  ];
}
