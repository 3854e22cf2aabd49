import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '#generated/database';
import { Failure } from '../command.ts';
import type { CatalogTable } from '../archive/tables.ts';
import type { Rows } from './parts.ts';
import { type Manifest, type TableSummary, Tally } from './manifest.ts';
import { readRows, findBackupTables } from './rows.ts';

interface References {
  readonly drop: string;
  readonly add: string;
}

/**
 * Restores tables of an empty installation. Triggers are disabled and foreign keys dropped, so rows load unchanged and in any order. Foreign keys are
 * checked when they are added back at the end.
 */
export class RestoredTables {
  readonly #db: Transaction<SystemTables>;
  readonly #tables: ReadonlyMap<string, CatalogTable>;
  readonly #references: readonly References[];

  private constructor(db: Transaction<SystemTables>, tables: readonly CatalogTable[], references: readonly References[]) {
    this.#db = db;
    this.#tables = new Map(tables.map((table) => [table.name, table]));
    this.#references = references;
  }

  /** Empties all tables, drops their foreign keys and disables their triggers. */
  static async begin(db: Transaction<SystemTables>): Promise<RestoredTables> {
    const tables = await findBackupTables(db);
    const { rows: references } = await sql<References>`
      select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
      from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by conrelid, conname`.execute(
      db,
    );
    for (const { drop } of references) await sql.raw(drop).execute(db);
    for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(db);
    // Deletes what migrations and startup have written.
    await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(db);
    return new RestoredTables(db, tables, references);
  }

  /** Inserts a batch of rows. @throws Failure if there is no such table */
  async add({ table, rows, lines }: Rows): Promise<void> {
    const catalogTable = this.#tables.get(table);
    if (!catalogTable) throw new Failure(`the backup was changed or is damaged: there is no table ${table}`);
    if (rows === 0) return;
    const { name, columns } = catalogTable;
    // JSON escapes line feeds, so they only separate lines.
    const batch = `[${lines.toString().trimEnd().replaceAll('\n', ',')}]`;
    const names = sql.join(columns.map((column) => sql.id(column.name)));
    const values = sql.join(columns.map((column) => sql`r.${sql.id(column.name)}::${sql.raw(column.type)}`));
    const fields = sql.join(columns.map((column) => sql`${sql.id(column.name)} text`));
    await sql`insert into ${sql.table(name)} (${names}) select ${values} from json_to_recordset(${batch}::json) as r (${fields})`.execute(
      this.#db,
    );
  }

  /** Restores foreign keys and triggers, and reads every row again. @throws Failure when the rows differ from the manifest */
  async finish({ tables }: Manifest): Promise<void> {
    const db = this.#db;
    for (const { add } of this.#references) await sql.raw(add).execute(db);
    for (const name of this.#tables.keys()) await sql`alter table ${sql.table(name)} enable trigger user`.execute(db);
    const tally = new Tally();
    for (const table of this.#tables.values()) for await (const rows of readRows(db, table)) tally.add(rows);
    const expectedTables = new Map(tables.map((table) => [table.name, table]));
    for (const restored of tally.manifest().tables) {
      if (!isSame(restored, expectedTables.get(restored.name)))
        throw new Failure(
          `the backup was not restored as it is: ${restored.name} has ${restored.rows} rows, which are not those of the manifest`,
        );
    }
  }
}

function isSame(restored: TableSummary, expected: TableSummary | undefined): boolean {
  return restored.rows === (expected?.rows ?? 0) && (expected === undefined || restored.sha256 === expected.sha256);
}
