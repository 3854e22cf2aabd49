/** A callback registered with `afterCommit` receives whether the transaction was committed, not whether the request succeeded. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationContext } from '#platform/context';
import type { Database } from '#platform/database/open';
import { CallExternal, Deferred } from '#contract/replies';
import type { Answer, AnyReply } from '#contract/types';
import { startApp } from '../support/app.ts';
import { runHandler } from '../support/handler.ts';
import { newOrganization, within } from '../support/organization.ts';
import { newId } from '#platform/database/ids';

const app = startApp();
let database: Database;
let organizationId: string;
beforeAll(async () => {
  ({ database } = app);
  ({ id: organizationId } = await newOrganization(database));
});
afterAll(() => within(database, organizationId, (db) => db.deleteFrom('control').execute()));

/** Runs a handler that inserts a control. @returns the outcomes passed to the `afterCommit` callback, and whether the control exists */
async function run(
  handle: (context: OrganizationContext, write: (context: OrganizationContext) => Promise<void>) => Promise<Answer<AnyReply>>,
) {
  const id = newId('ctl');
  const outcomes: boolean[] = [];
  const write = async ({ db, afterCommit }: OrganizationContext) => {
    await db.insertInto('control').values({ id, name: id }).execute();
    afterCommit(async (isCommitted) => void outcomes.push(isCommitted));
  };
  const { status } = await runHandler(
    { database, ports: app.ports, organizationId },
    { method: 'post', permission: 'authenticated' },
    (context) => handle(context, write),
  );
  const keptRows = await within(database, organizationId, (db) => db.selectFrom('control').select('id').where('id', '=', id).execute());
  return { status, outcomes, isKept: keptRows.length === 1 };
}
const answer = (status: number) => Promise.resolve({ status, body: {} });

test.each([201, 409])('passes the outcome to the callback after a plain answer with %i', async (status) => {
  expect(await run(async (context, write) => write(context).then(() => answer(status)))).toEqual({
    status,
    outcomes: [status < 400],
    isKept: status < 400,
  });
});
test('reports no commit when the handler calls another system after writing, even if that call succeeds', async () => {
  expect(await run(async (context, write) => write(context).then(() => new CallExternal(async () => () => answer(201))))).toEqual({
    status: 201,
    outcomes: [false],
    isKept: false,
  });
});
test.each([201, 409])('reports the outcome of the second transaction when it answers %i', async (status) => {
  expect(
    await run(async (_context, write) => new CallExternal(async () => (context) => write(context).then(() => answer(status)))),
  ).toEqual({
    status,
    outcomes: [status < 400],
    isKept: status < 400,
  });
});
test('reports a commit when a deferred answer is an error', async () => {
  expect(await run(async (context, write) => write(context).then(() => new Deferred(() => answer(422))))).toEqual({
    status: 422,
    outcomes: [true],
    isKept: true,
  });
});
