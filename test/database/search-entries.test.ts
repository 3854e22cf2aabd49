/** Tests that an entry of the search index is found by its key. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../support/app.ts';
import { newOrganization, within } from '../support/organization.ts';

const app = startApp();
const control = (name: string) => ({ id: newId('ctl'), name, description: 'Somebody looks after it.' });

test('the search index finds an entry by its key, even if the planner estimates a small table', async () => {
  const { id } = await newOrganization(app.database);
  await within(app.database, id, (db) => db.insertInto('control').values(control('First')).execute());
  await sql`analyze search_entry`.execute(app.database.system);
  const readCounts = await within(app.database, id, async (db) => {
    await db
      .insertInto('control')
      .values([control('Second'), control('Third')])
      .execute();
    const scans = sql<{
      rows: number;
    }>`(select seq_tup_read::integer as rows from pg_stat_xact_user_tables where relname = 'search_entry')`;
    return db.selectFrom(scans.as('scans')).selectAll().execute();
  });
  expect(readCounts).toEqual([{ rows: 0 }]);
});
