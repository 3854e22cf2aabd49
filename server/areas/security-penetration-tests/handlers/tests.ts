/** Penetration tests: ordered, listed, followed and cancelled. */
import type { components } from '../../../../generated/api.d.ts';
import { CallOutside, LoggedRefusal } from '../../../contract/replies.ts';
import type { Handlers } from '../../../contract/types.ts';
import { added } from '../../../platform/audit/changes.ts';
import type { Ports } from '../../../platform/ports/index.ts';
import type { Standing } from '../../../platform/ports/http.ts';
import { Unreachable } from '../../../platform/ports/unreachable.ts';
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import { listEvents, numberOf } from '../queries/events.ts';
import { cancelTest, insertOrder, lockTest, lockUsed } from '../queries/orders.ts';
import { findTest, type Found, listTests } from '../queries/tests.ts';
import { isFinished } from '../rules/changes.ts';
import { faultOf } from '../rules/target.ts';
import { runnerOf } from '../runs/runner.ts';

type Tests =
  | 'listPenetrationTests'
  | 'createPenetrationTest'
  | 'getPenetrationTest'
  | 'getPenetrationTestProgress'
  | 'listPenetrationTestEvents'
  | 'cancelPenetrationTest';

const notFound = () => refusal('penetration_test_not_found');

export const tests: Pick<Handlers<'security-penetration-tests'>, Tests> = {
  async listPenetrationTests({ query, page, db }) {
    return { status: 200, page: await listTests(db, query, page) };
  },

  async createPenetrationTest({ body, ports, actor: { organizationId } }) {
    const addresses = { targetUrl: body.targetUrl, ...(body.repoUrl !== undefined && { repoUrl: body.repoUrl }) };
    const faults = Object.entries(addresses).flatMap(([field, address]) => {
      const fault = faultOf(address);
      return fault === undefined ? [] : [[field, fault] as const];
    });
    if (faults.length) return invalid(Object.fromEntries(faults));
    return new CallOutside(async () => {
      const misplaced = await misplacedIn(ports, addresses, body.testMode);
      if (misplaced) return async () => invalid(misplaced);
      const isReady = await runnerOf(ports)
        .ready(organizationId, AbortSignal.timeout(30_000))
        .then(() => true, falseWhenUnreachable);
      if (!isReady) return async () => refusal('penetration_test_runner_unreachable');
      const allowance = body.testMode ? undefined : await ports.penetrationTests.allowance(organizationId);
      return async ({ db, actor }) => {
        const used = await lockUsed(db);
        if (allowance !== undefined && used >= allowance) {
          const reply = allowance === 0 ? refusal('no_penetration_test_plan') : refusal('penetration_test_allowance_used_up');
          const changes = added({ targetUrl: body.targetUrl, reason: reply.body.error });
          return new LoggedRefusal(reply, { description: 'pentest_create_blocked', changes });
        }
        return { status: 201, body: shown(await findTest(db, await insertOrder(db, actor, body))) };
      };
    });
  },

  async getPenetrationTest({ path, db }) {
    const found = await findTest(db, path.id);
    return found ? { status: 200, body: shown(found) } : notFound();
  },

  async getPenetrationTestProgress({ path, db }) {
    const found = await findTest(db, path.id);
    return found ? { status: 200, body: found.progress } : notFound();
  },

  async listPenetrationTestEvents({ path, query: { after }, page, db }) {
    if (!(await findTest(db, path.id))) return notFound();
    const number = after === undefined ? 0 : await numberOf(db, path.id, after);
    if (number === undefined) return invalid({ after: 'must be an event of the penetration test' });
    return { status: 200, page: await listEvents(db, path.id, number, page) };
  },

  async cancelPenetrationTest({ path, body, db, audit }) {
    const charged = await lockTest(db, path.id);
    const before = await findTest(db, path.id);
    if (charged === undefined || !before) return notFound();
    if (isFinished(before.test.status)) return refusal('penetration_test_finished');
    await cancelTest(db, path.id, before.stored.runId);
    const reason = body.reason?.trim() ?? '';
    audit.did('Cancelled penetration test', {
      entityId: path.id,
      changes: added({ targetUrl: before.test.targetUrl, ...(reason !== '' && { reason }) }),
    });
    if (charged) audit.did('Returned penetration test allowance', { entityId: path.id });
    return { status: 200, body: shown(await findTest(db, path.id)) };
  },
};

/** A single test, alike in every answer, so that they have the same ETag. */
function shown(found: Found | undefined): components['schemas']['PenetrationTest'] {
  if (!found) throw new Error('the penetration test is gone');
  return { ...found.test, progress: found.test.startedAt === null ? null : found.progress };
}

const wrong: Readonly<Record<Standing, string | undefined>> = {
  permitted: undefined,
  // Without an answer of a name server, the test will say what is the matter.
  unknown: undefined,
  refused: 'must lead to a public address',
  unresolved: 'must have a host that resolves',
};

/** @returns what is wrong with where the addresses lead (spec/areas/security-penetration-tests, rule 2) */
async function misplacedIn(
  { http }: Ports,
  addresses: Readonly<Record<string, string>>,
  testMode: boolean,
): Promise<Record<string, string> | undefined> {
  const standings = await Promise.all(
    Object.entries(addresses).map(async ([field, address]) => [field, await http.standing(new URL(address))] as const),
  );
  const faults = standings.flatMap(([field, standing]) => {
    const fault = testMode && standing === 'unresolved' ? undefined : wrong[standing];
    return fault === undefined ? [] : [[field, fault] as const];
  });
  return faults.length ? Object.fromEntries(faults) : undefined;
}

function falseWhenUnreachable(error: unknown): false {
  if (error instanceof Unreachable) return false;
  throw error;
}
