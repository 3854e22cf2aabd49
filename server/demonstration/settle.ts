import { sql, type Transaction } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';

/** Sets these columns of all these rows at once: with each row the database changes its entry in the search. */
export async function settle(
  db: Transaction<SystemTables>,
  table: 'control' | 'policy' | 'task',
  columns: readonly string[],
  rows: readonly { readonly id: string }[],
): Promise<void> {
  const [target, settled] = [sql.table(table), JSON.stringify(rows)];
  const values = sql.join(columns.map((column) => sql`${sql.id(column)} = settled.${sql.id(column)}`));
  await sql`update ${target} set ${values} from jsonb_populate_recordset(null::${target}, ${settled}::jsonb) settled where ${target}.id = settled.id`.execute(
    db,
  );
}
