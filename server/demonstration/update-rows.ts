import { sql, type Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';

/** Updates these columns in all rows with one statement, because the database updates the search entry with each change of a row. */
export async function updateRows(
  db: Transaction<SystemTables>,
  table: 'control' | 'policy' | 'task',
  columns: readonly string[],
  rows: readonly { readonly id: string }[],
): Promise<void> {
  const [target, updated] = [sql.table(table), JSON.stringify(rows)];
  const values = sql.join(columns.map((column) => sql`${sql.id(column)} = settled.${sql.id(column)}`));
  await sql`update ${target} set ${values} from jsonb_populate_recordset(null::${target}, ${updated}::jsonb) settled where ${target}.id = settled.id`.execute(
    db,
  );
}
