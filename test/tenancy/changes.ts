/**
 * Records with database triggers which tables have changed rows of an organization. This is so cheap that it can be checked after each
 * request. Reading all tables again would take longer than the request.
 */
import { sql } from 'kysely';
import type { Database } from '#platform/database/open';
import { tenantTables } from './organizations.ts';

export type Changes = Awaited<ReturnType<typeof trackChanges>>;

/** Records the table and the organization of every row that is inserted, updated or deleted from now on, except rolled back changes. */
export async function trackChanges({ system }: Pick<Database, 'system'>) {
  const tables = [...(await tenantTables({ system })), { name: 'user_account', key: 'id' }];
  await sql`create schema noted`.execute(system);
  await sql`create table noted.change (owner text not null, name text not null)`.execute(system);
  for (const key of new Set(tables.map((table) => table.key)))
    await sql`
      create function ${sql.table(`noted.by_${key}`)}() returns trigger language plpgsql security definer as ${sql.lit(`
        begin
          if tg_op <> 'DELETE' then insert into noted.change values (new.${key}, tg_argv[0]); end if;
          if tg_op <> 'INSERT' then insert into noted.change values (old.${key}, tg_argv[0]); end if;
          return null;
        end`)}`.execute(system);
  for (const { name, key } of tables)
    await sql`
      create trigger noted after insert or update or delete on ${sql.table(name)}
        for each row execute function ${sql.table(`noted.by_${key}`)}(${sql.lit(name)})`.execute(system);
  return {
    /** @returns the tables in which rows of these owners have changed since the last call */
    async of(...owners: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ name: string }>`delete from noted.change where owner = any(${owners}) returning name`.execute(system);
      return [...new Set(rows.map(({ name }) => name))].sort();
    },
    async end(): Promise<void> {
      // Each trigger is dropped separately: waiting for a table while another table is locked could cause a deadlock.
      for (const { name } of tables) await sql`drop trigger noted on ${sql.table(name)}`.execute(system);
      await sql`drop schema noted cascade`.execute(system);
    },
  };
}
