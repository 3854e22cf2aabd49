/** Updates many rows with one statement. */
import { sql, type Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';

/** Updates columns of rows in one statement, because the database also updates the search entry of a row with each statement. */
export async function updateRows(
  db: Transaction<SystemTables>,
  table: 'control' | 'policy' | 'task',
  columns: readonly string[],
  rows: readonly { readonly id: string }[],
): Promise<void> {
  const [target, rowsJson] = [sql.table(table), JSON.stringify(rows)];
  const values = sql.join(columns.map((column) => sql`${sql.id(column)} = settled.${sql.id(column)}`));
  await sql`update ${target} set ${values} from jsonb_populate_recordset(null::${target}, ${rowsJson}::jsonb) settled where ${target}.id = settled.id`.execute(
    db,
  );
}
