/** What one piece of work asks of its connection, at whatever moment, is nothing to whoever has the connection next. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTransaction, type OrganizationDatabase, writeTransaction } from '../../server/database/handle.ts';
import type { Database } from '../../server/database/open.ts';
import { openTestDatabase } from '../support/app.ts';
import { newOrganization, type TestOrganization, within } from '../support/organization.ts';

let database: Database;
let ours: TestOrganization;
let theirs: TestOrganization;
beforeAll(async () => {
  database = await openTestDatabase();
  [ours, theirs] = [await newOrganization(database), await newOrganization(database)];
});
afterAll(() => database.close());

const fails = (db: OrganizationDatabase) => db.selectNoFrom(sql<number>`1 / 0`.as('nothing')).execute();
const insert = (db: OrganizationDatabase, name: string) => db.insertInto('control').values({ id: `${name}_${db.organizationId}`, name }).execute();
const namesIn = async (db: OrganizationDatabase) => (await db.selectFrom('control').select('name').orderBy('name').execute()).map(({ name }) => name);
const turns = async () => { for (let n = 0; n < 5; n += 1) await nextTurn(); };

/** Work of ours of which one branch fails at once, and the other asks `late` while others are at work on the same connection. @returns what became of that question */
async function askLate(transaction: (work: (db: OrganizationDatabase) => Promise<unknown>) => Promise<unknown>, late: (db: OrganizationDatabase) => Promise<unknown>, name: string) {
  const meanwhile = Promise.withResolvers<void>();
  let asked: Promise<unknown> = Promise.resolve();
  await expect(transaction((db) => Promise.all([fails(db), asked = meanwhile.promise.then(() => late(db))]))).rejects.toMatchObject({ code: '22012' });
  const heard = asked.then(() => 'answered', (error: unknown) => String(error));
  const seen = await within(database, theirs.id, async (db) => {
    await insert(db, name);
    meanwhile.resolve();
    await turns();
    return namesIn(db);
  });
  expect(seen).toContain(name);
  expect(await within(database, theirs.id, namesIn), 'what was kept').toContain(name);
  return heard;
}

test('what a read asks after it has ended is refused, and the write of who has the connection by then is kept', async () => {
  const heard = await askLate((work) => readTransaction(database.tenant, ours.id, work), namesIn, 'read');
  expect(heard).toContain('after its transaction had ended');
});
test('what a write asks after it has ended is refused, and is not written into another organization', async () => {
  const heard = await askLate((work) => writeTransaction(database.tenant, ours.id, async (db) => ({ result: await work(db), settlement: [] })), (db) => insert(db, 'stray'), 'write');
  expect(heard).toContain('after its transaction had ended');
  for (const { id } of [ours, theirs]) expect(await within(database, id, namesIn)).not.toContain('stray');
});
test('what a transaction of the owner asks after it has ended is refused, and not kept outside of it', async () => {
  const name = (title: string) => ({ id: ours.id, name: title, slug: `${title}_${ours.id}` });
  const rolledBack = database.system.transaction().execute((db) => Promise.all([
    sql`select 1 / 0`.execute(db),
    db.updateTable('organization').set(name('late')).where('id', '=', ours.id).execute(),
    db.updateTable('organization').set(name('later')).where('id', '=', ours.id).execute(),
  ]));
  await expect(rolledBack).rejects.toMatchObject({ code: '22012' });
  await turns();
  expect(await database.system.selectFrom('organization').select('name').where('id', '=', ours.id).execute()).toEqual([{ name: 'Test organization' }]);
});
