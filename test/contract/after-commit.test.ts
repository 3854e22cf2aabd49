/** What a handler leaves to be done after its transaction is told whether that transaction was kept, and not whether the request went well. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationContext } from '../../server/platform/context.ts';
import type { Database } from '../../server/platform/database/open.ts';
import { CallOutside, Deferred } from '../../server/contract/replies.ts';
import type { Answer, AnyReply } from '../../server/contract/types.ts';
import { startApp } from '../support/app.ts';
import { runHandler } from '../support/handler.ts';
import { newOrganization, within } from '../support/organization.ts';
import { newId } from '../../server/platform/database/ids.ts';

const app = startApp();
let database: Database;
let organizationId: string;
beforeAll(async () => {
  ({ database } = app);
  ({ id: organizationId } = await newOrganization(database));
});
afterAll(() => within(database, organizationId, (db) => db.deleteFrom('control').execute()));

/** Runs a handler that writes a control. @returns what its work afterwards was told, and whether the control is there */
async function run(
  handle: (context: OrganizationContext, write: (context: OrganizationContext) => Promise<void>) => Promise<Answer<AnyReply>>,
) {
  const id = newId('ctl');
  const told: boolean[] = [];
  const write = async ({ db, afterCommit }: OrganizationContext) => {
    await db.insertInto('control').values({ id, name: id }).execute();
    afterCommit(async (kept) => void told.push(kept));
  };
  const { status } = await runHandler(
    { database, ports: app.ports, organizationId },
    { method: 'post', permission: 'authenticated' },
    (context) => handle(context, write),
  );
  const kept = await within(database, organizationId, (db) => db.selectFrom('control').select('id').where('id', '=', id).execute());
  return { status, told, isKept: kept.length === 1 };
}
const answer = (status: number) => Promise.resolve({ status, body: {} });

test.each([201, 409])('of a plain answer with %i', async (status) => {
  expect(await run(async (context, write) => write(context).then(() => answer(status)))).toEqual({
    status,
    told: [status < 400],
    isKept: status < 400,
  });
});
test('not kept where another system is asked before the change, however well that goes', async () => {
  expect(await run(async (context, write) => write(context).then(() => new CallOutside(async () => () => answer(201))))).toEqual({
    status: 201,
    told: [false],
    isKept: false,
  });
});
test.each([201, 409])('as the second transaction went, with %i', async (status) => {
  expect(await run(async (_context, write) => new CallOutside(async () => (again) => write(again).then(() => answer(status))))).toEqual({
    status,
    told: [status < 400],
    isKept: status < 400,
  });
});
test('kept where the answer is found later and is a refusal', async () => {
  expect(await run(async (context, write) => write(context).then(() => new Deferred(() => answer(422))))).toEqual({
    status: 422,
    told: [true],
    isKept: true,
  });
});
