/** Tests the version of a record and the time of its last change, which the database sets (migrations 0010 and 0031). */
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { startApp } from '../support/app.ts';
import { newMember, newOrganization, within } from '../support/organization.ts';

const app = startApp();
const [pastTime, futureTime, afterFuture] = ['2026-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z', '2999-01-01T00:00:00.001Z'];

let [organizationId, riskId, assignee] = ['', '', ''];
beforeEach(async () => {
  organizationId = (await newOrganization(app.database)).id;
  assignee = (await newMember(app.database, organizationId, ['employee'])).id;
  riskId = newId('rsk');
  const risk = { id: riskId, title: 'Fire', description: '', category: 'other', assignee_id: assignee, updated_at: pastTime } as const;
  await query((db) => db.insertInto('risk').values(risk).execute());
});

const query = <R>(work: (db: OrganizationDatabase) => Promise<R>) => within(app.database, organizationId, work);
const readUpdatedAt = async () =>
  (await query((db) => db.selectFrom('risk').select('updated_at').where('id', '=', riskId).executeTakeFirstOrThrow())).updated_at;

test('the database sets updated_at in each table of organizations that has the column', async () => {
  const { rows } = await sql<{ name: string; stamped: boolean }>`
    select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'stamp_update') as stamped
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relrowsecurity and a.attname = 'updated_at'`.execute(app.database.system);
  expect(rows).toContainEqual({ name: 'risk', stamped: true });
  expect(rows.filter(({ stamped }) => !stamped)).toEqual([]);
});
test('a change is later than the previous change, even without differences and after the clock was set back', async () => {
  const change = () => query((db) => db.updateTable('risk').set({ title: 'Fire' }).where('id', '=', riskId).execute());
  await change();
  const first = await readUpdatedAt();
  expect(first > pastTime).toBe(true);
  await change();
  expect((await readUpdatedAt()) > first).toBe(true);
  await query((db) => db.updateTable('risk').set({ updated_at: futureTime }).where('id', '=', riskId).execute());
  expect(await readUpdatedAt()).toBe(futureTime);
  await change();
  expect(await readUpdatedAt()).toBe(afterFuture);
});
test('each change raises the version, also one that sets updated_at itself', async () => {
  const changeTo = (values: object) =>
    query((db) => db.updateTable('risk').set(values).where('id', '=', riskId).returning('version').executeTakeFirst());
  expect(await changeTo({ title: 'Fire' })).toEqual({ version: 2 });
  expect(await changeTo({ updated_at: futureTime })).toEqual({ version: 3 });
  expect(await changeTo({ version: 9 })).toEqual({ version: 4 });
  expect(await changeTo({ review_notified_for: pastTime })).toEqual({ version: 4 });
});
test('changes by the owner and by foreign keys do not count as changes of the record', async () => {
  await app.database.system.updateTable('risk').set({ title: 'Flood' }).where('id', '=', riskId).execute();
  expect(await readUpdatedAt()).toBe(pastTime);
  await query((db) => db.deleteFrom('member').where('id', '=', assignee).execute());
  const risk = await query((db) =>
    db.selectFrom('risk').select(['title', 'assignee_id', 'updated_at', 'version']).where('id', '=', riskId).execute(),
  );
  expect(risk).toEqual([{ title: 'Flood', assignee_id: null, updated_at: pastTime, version: 1 }]);
});
test('bookkeeping of the service on a connection does not count as a change', async () => {
  const connection = {
    id: newId('icn'),
    provider: 'scim-directory',
    exclusive: true,
    label: 'Directory',
    auth_strategy: 'basic',
    updated_at: pastTime,
  } as const;
  const updateConnection = (change: object) =>
    query((db) =>
      db.updateTable('integration_connection').set(change).where('id', '=', connection.id).returning('updated_at').executeTakeFirst(),
    );
  await query((db) => db.insertInto('integration_connection').values(connection).execute());
  for (const column of ['refresh_lease_until', 'last_sync_at', 'checks_due_at', 'sync_due_at', 'devices_due_at'])
    expect(await updateConnection({ [column]: futureTime })).toEqual({ updated_at: pastTime });
  expect(await updateConnection({ refresh_lease: 'a server' })).toEqual({ updated_at: pastTime });
  expect(await updateConnection({ label: 'People' })).not.toEqual({ updated_at: pastTime });
});
