/** Makes a database refuse every change of a status that the contract does not declare, so that each test also proves `x-transitions`. */
import { type QueryCreator, sql } from 'kysely';
import type { TenantTables } from '#generated/database';
import * as transitions from '#generated/transitions';
import type { Database } from '#platform/database/open';
import { enumerations } from '../../scripts/generate-database/enumerations.ts';

const tables = new Map<string, Readonly<Record<string, readonly string[]>>>(Object.entries(transitions));

/** The columns of statuses, such as `policy.status`, with what can follow on each value. */
export const guardedColumns = Object.entries(enumerations).flatMap(([column, schema]) => {
  const table = tables.get(schema.charAt(0).toLowerCase() + schema.slice(1));
  return table ? [{ column, table }] : [];
});

/** Guards what organizations change. The owner of the tables may set any status, because the demonstration is written with its history. */
export async function guardStatuses({ system }: Pick<Database, 'system'>): Promise<void> {
  for (const { column, table } of guardedColumns) {
    const [tableName = '', columnName = ''] = column.split('.');
    const name = sql.id(`guard_${tableName}_${columnName}`);
    const [before, after] = [sql`old.${sql.id(columnName)}`, sql`new.${sql.id(columnName)}`];
    const message = sql.lit(`${column} does not go from % to %`);
    await sql`create or replace function ${name}() returns trigger language plpgsql as ${sql.raw('$$')} begin
      -- A record that is still being created can pass through any status.
      if (to_jsonb(old) ->> 'created_at')::timestamptz is distinct from now()::timestamptz(3) and not ${sql.lit(JSON.stringify(table))}::jsonb -> ${before} ? ${after} then raise exception ${message}, ${before}, ${after}; end if;
      return new;
    end ${sql.raw('$$')}`.execute(system);
    await sql`create or replace trigger ${name} before update of ${sql.id(columnName)} on ${sql.id(tableName)}
      for each row when (${before} <> ${after} and current_setting('role') <> 'none' and current_setting('test.unguarded', true) is distinct from 'on') execute function ${name}()`.execute(
      system,
    );
  }
}

/** Lets the statements of a transaction set any status. */
export async function stopGuarding(transaction: QueryCreator<TenantTables>): Promise<void> {
  await transaction.selectNoFrom(sql<string>`set_config('test.unguarded', 'on', true)`.as('unguarded')).execute();
}
