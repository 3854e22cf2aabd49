/** Handlers that order, list, track and cancel penetration tests. */
import { stateOf } from '#contract/states';
import { penetrationTestStatus } from '#generated/transitions';
import type { components } from '#generated/api';
import { CallExternal, LoggedRefusal } from '#contract/replies';
import type { Handlers } from '#contract/types';
import { changesOnCreate } from '#platform/audit/changes';
import type { Ports } from '#platform/ports/index';
import type { AddressStatus } from '#platform/ports/http';
import { Unreachable } from '#platform/ports/unreachable';
import { type FieldError, type FieldErrors, fieldErrors } from '#platform/refusals/field-errors';
import { invalid, refusal } from '#platform/refusals/refusal';
import { listEvents, findEventNumber } from '../queries/events.ts';
import { cancelTest, insertOrder, lockTest, lockUsedUnits } from '../queries/orders.ts';
import { findTest, type FoundTest, listTests } from '../queries/tests.ts';
import { isFinished } from '../rules/changes.ts';
import { validateUrl } from '../rules/target.ts';
import { selectRunner } from '../runs/runner.ts';

type Operations =
  | 'listPenetrationTests'
  | 'createPenetrationTest'
  | 'getPenetrationTest'
  | 'getPenetrationTestProgress'
  | 'listPenetrationTestEvents'
  | 'cancelPenetrationTest';

const notFound = () => refusal('penetration_test_not_found');

export const tests: Pick<Handlers<'security-penetration-tests'>, Operations> = {
  async listPenetrationTests({ query, page, db }) {
    return { status: 200, page: await listTests(db, query, page) };
  },

  async createPenetrationTest({ body, ports, actor: { organizationId } }) {
    const urls = { targetUrl: body.targetUrl, ...(body.repoUrl !== undefined && { repoUrl: body.repoUrl }) };
    const errors = Object.entries(urls).flatMap(([field, url]) => {
      const error = validateUrl(url);
      return error === undefined ? [] : [[field, error] as const];
    });
    if (errors.length) return invalid(Object.fromEntries(errors));
    return new CallExternal(async () => {
      const networkErrors = await findNetworkErrors(ports, urls, body.testMode);
      if (networkErrors) return async () => invalid(networkErrors);
      const isReady = await selectRunner(ports)
        .ready(organizationId, AbortSignal.timeout(30_000))
        .then(() => true, falseWhenUnreachable);
      if (!isReady) return async () => refusal('penetration_test_runner_unreachable');
      const allowance = body.testMode ? undefined : await ports.penetrationTests.allowance(organizationId);
      return async ({ db, actor }) => {
        const usedUnits = await lockUsedUnits(db);
        if (allowance !== undefined && usedUnits >= allowance) {
          const limitError = allowance === 0 ? refusal('no_penetration_test_plan') : refusal('penetration_test_allowance_used_up');
          const changes = changesOnCreate({ targetUrl: body.targetUrl, reason: limitError.body.error });
          return new LoggedRefusal(limitError, { description: 'pentest_create_blocked', changes });
        }
        return { status: 201, body: responseOf(await findTest(db, await insertOrder(db, actor, body))) };
      };
    });
  },

  async getPenetrationTest({ path, db }) {
    const foundTest = await findTest(db, path.id);
    return foundTest ? { status: 200, body: responseOf(foundTest) } : notFound();
  },

  async getPenetrationTestProgress({ path, db }) {
    const foundTest = await findTest(db, path.id);
    return foundTest ? { status: 200, body: foundTest.progress } : notFound();
  },

  async listPenetrationTestEvents({ path, query: { after, ...filter }, page, db }) {
    if (!(await findTest(db, path.id))) return notFound();
    const eventNumber = after === undefined ? 0 : await findEventNumber(db, path.id, after);
    if (eventNumber === undefined)
      return invalid({ after: fieldErrors.unknownReference('event', 'an event of the penetration test') }, 'query');
    return { status: 200, page: await listEvents(db, { testId: path.id, after: eventNumber, ...filter }, page) };
  },

  async cancelPenetrationTest({ path, body, db, audit }) {
    const wasCharged = await lockTest(db, path.id);
    const before = await findTest(db, path.id);
    if (wasCharged === undefined || !before) return notFound();
    if (isFinished(before.test.status)) return refusal('penetration_test_finished', stateOf(penetrationTestStatus, before.test.status));
    await cancelTest(db, path.id, before.internal.runId);
    const reason = body.reason ?? '';
    audit.performed('Cancelled penetration test', {
      entityId: path.id,
      changes: changesOnCreate({ targetUrl: before.test.targetUrl, ...(reason !== '' && { reason }) }),
    });
    if (wasCharged) audit.performed('Returned penetration test allowance', { entityId: path.id });
    return { status: 200, body: responseOf(await findTest(db, path.id)) };
  },
};

/** Every response returns a test in the same form, so that its ETag is the same. */
function responseOf(foundTest: FoundTest | undefined): components['schemas']['PenetrationTest'] {
  if (!foundTest) throw new Error('the penetration test was not found');
  return { ...foundTest.test, progress: foundTest.test.startedAt === null ? null : foundTest.progress };
}

const addressErrors: Readonly<Record<AddressStatus, FieldError | undefined>> = {
  permitted: undefined,
  // If no name server answers, the order is accepted, and the test itself reports the problem.
  unknown: undefined,
  refused: fieldErrors.notAllowed('must lead to a public address'),
  unresolved: fieldErrors.notAllowed('must have a host that resolves'),
};

/** @returns validation errors of URLs whose hosts do not resolve or are not public (security-penetration-tests, rule 2) */
async function findNetworkErrors(
  { http }: Ports,
  urls: Readonly<Record<string, string>>,
  testMode: boolean,
): Promise<FieldErrors | undefined> {
  const urlStatuses = await Promise.all(
    Object.entries(urls).map(async ([field, url]) => [field, await http.addressStatus(new URL(url))] as const),
  );
  const errors = urlStatuses.flatMap(([field, status]) => {
    const error = testMode && status === 'unresolved' ? undefined : addressErrors[status];
    return error === undefined ? [] : [[field, error] as const];
  });
  return errors.length ? Object.fromEntries(errors) : undefined;
}

function falseWhenUnreachable(error: unknown): false {
  if (error instanceof Unreachable) return false;
  throw error;
}
