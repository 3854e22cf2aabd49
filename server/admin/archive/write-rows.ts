import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '#generated/database';
import { Failure } from '../command.ts';
import type { Row } from './format.ts';
import type { Table } from './tables.ts';

const batchLimit = { rows: 500, characters: 1_000_000 };

/**
 * Writes rows in the order of `tables`, in batches. Existing shared rows stay unchanged. Rows that triggers created from earlier rows are
 * replaced by the rows of the file.
 */
export class RowWriter {
  readonly #db: Transaction<SystemTables>;
  readonly #tables: readonly Table[];
  readonly #organizationId: string;
  readonly #writtenCounts = new Map<string, number>();
  #tableIndex = -1;
  #batch: string[] = [];
  #characters = 0;

  constructor(db: Transaction<SystemTables>, tables: readonly Table[], organizationId: string) {
    this.#db = db;
    this.#tables = tables;
    this.#organizationId = organizationId;
  }

  async add({ table: name, row }: Row): Promise<void> {
    if (this.#tables[this.#tableIndex]?.name !== name)
      await this.#goTo(
        this.#tables.findIndex((table) => table.name === name),
        name,
      );
    const json = JSON.stringify(row);
    this.#batch.push(json);
    this.#characters += json.length;
    this.#writtenCounts.set(name, (this.#writtenCounts.get(name) ?? 0) + 1);
    if (this.#batch.length === batchLimit.rows || this.#characters > batchLimit.characters) await this.#flush();
  }

  /** @throws Failure if the tables do not contain exactly the added rows */
  async finish(): Promise<void> {
    await this.#goTo(this.#tables.length, 'the end');
    for (const table of this.#tables) if (table.deferredColumns.length) await this.#fillDeferredColumns(table);
    for (const { name, owner } of this.#tables) {
      if (owner === undefined) continue;
      const {
        rows: [tableCount],
      } = await sql<{
        count: number;
      }>`select count(*) as count from ${sql.table(name)} where ${sql.id(owner)} = ${this.#organizationId}`.execute(this.#db);
      if (tableCount?.count !== (this.#writtenCounts.get(name) ?? 0))
        throw new Failure(`${name} would have ${tableCount?.count} rows, and the file has ${this.#writtenCounts.get(name) ?? 0}`);
    }
  }

  async #goTo(tableIndex: number, name: string) {
    if (tableIndex <= this.#tableIndex) throw new Failure(`the file is damaged: ${name} is not expected there`);
    await this.#flush();
    for (const { name: reachedName, owner } of this.#tables.slice(this.#tableIndex + 1, tableIndex + 1)) {
      if (owner !== undefined)
        await sql`delete from ${sql.table(reachedName)} where ${sql.id(owner)} = ${this.#organizationId}`.execute(this.#db);
    }
    this.#tableIndex = tableIndex;
  }

  async #flush() {
    const table = this.#tables[this.#tableIndex];
    if (!table || !this.#batch.length) return;
    const batch = `[${this.#batch.join(',')}]`;
    this.#batch = [];
    this.#characters = 0;
    if (table.name === 'user_account') await this.#assertSameAccountIds(batch);
    const { name, owner, columns, key, deferredColumns: deferredNames } = table;
    const values = columns.map((column) =>
      deferredNames.includes(column.name) ? sql`null` : sql`r.${sql.id(column.name)}::${sql.raw(column.type)}`,
    );
    const names = columns.map((column) => sql.id(column.name));
    const fields = sql.join(columns.map((column) => sql`${sql.id(column.name)} text`));
    await sql`insert into ${sql.table(name)} (${sql.join(owner === undefined ? names : [sql.id(owner), ...names])})
      select ${sql.join(owner === undefined ? values : [sql`${this.#organizationId}::text`, ...values])} from json_to_recordset(${batch}::json) as r (${fields})
      ${owner === undefined ? sql`on conflict (${sql.join(key.map((column) => sql.id(column)))}) do nothing` : sql``}`.execute(this.#db);
    if (deferredNames.length) {
      await sql`create temporary table if not exists archived_late (place text not null, row json not null) on commit drop`.execute(
        this.#db,
      );
      await sql`insert into archived_late select ${name}::text, r.row from json_array_elements(${batch}::json) as r (row) where coalesce(${sql.join(deferredNames.map((column) => sql`r.row ->> ${column}::text`))}) is not null`.execute(
        this.#db,
      );
    }
  }

  /** @throws Failure if an existing account has the same e-mail address but another id */
  async #assertSameAccountIds(batch: string) {
    const {
      rows: [conflict],
    } = await sql<{ email: string; id: string }>`
      select u.email, u.id from user_account u join json_to_recordset(${batch}::json) as r (id text, email text) on r.email = u.email and r.id <> u.id order by u.email`.execute(
      this.#db,
    );
    if (conflict) throw new Failure(`an account with the e-mail ${conflict.email} exists here under another id, ${conflict.id}`);
  }

  async #fillDeferredColumns({ name, owner = '', columns, key, deferredColumns: deferredNames }: Table) {
    if (!this.#writtenCounts.has(name)) return;
    const values = columns
      .filter((column) => deferredNames.includes(column.name))
      .map((column) => sql`${sql.id(column.name)} = (l.row ->> ${column.name}::text)::${sql.raw(column.type)}`);
    const keyConditions = columns
      .filter((column) => key.includes(column.name))
      .map((column) => sql`t.${sql.id(column.name)} = (l.row ->> ${column.name}::text)::${sql.raw(column.type)}`);
    await sql`update ${sql.table(name)} t set ${sql.join(values)} from archived_late l where ${sql.join([sql`l.place = ${name}`, sql`t.${sql.id(owner)} = ${this.#organizationId}`, ...keyConditions], sql` and `)}`.execute(
      this.#db,
    );
  }
}
