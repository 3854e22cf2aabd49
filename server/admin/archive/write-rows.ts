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
  readonly #written = new Map<string, number>();
  #at = -1;
  #batch: string[] = [];
  #characters = 0;

  constructor(db: Transaction<SystemTables>, tables: readonly Table[], organizationId: string) {
    this.#db = db;
    this.#tables = tables;
    this.#organizationId = organizationId;
  }

  async add({ table: name, row }: Row): Promise<void> {
    if (this.#tables[this.#at]?.name !== name)
      await this.#goTo(
        this.#tables.findIndex((table) => table.name === name),
        name,
      );
    const json = JSON.stringify(row);
    this.#batch.push(json);
    this.#characters += json.length;
    this.#written.set(name, (this.#written.get(name) ?? 0) + 1);
    if (this.#batch.length === batchLimit.rows || this.#characters > batchLimit.characters) await this.#flush();
  }

  /** @throws Failure if the tables do not contain exactly the added rows */
  async finish(): Promise<void> {
    await this.#goTo(this.#tables.length, 'the end');
    for (const table of this.#tables) if (table.deferredColumns.length) await this.#fillIn(table);
    for (const { name, owner } of this.#tables) {
      if (owner === undefined) continue;
      const {
        rows: [found],
      } = await sql<{
        count: number;
      }>`select count(*) as count from ${sql.table(name)} where ${sql.id(owner)} = ${this.#organizationId}`.execute(this.#db);
      if (found?.count !== (this.#written.get(name) ?? 0))
        throw new Failure(`${name} would have ${found?.count} rows, and the file has ${this.#written.get(name) ?? 0}`);
    }
  }

  async #goTo(place: number, name: string) {
    if (place <= this.#at) throw new Failure(`the file is damaged: ${name} is not expected there`);
    await this.#flush();
    for (const { name: passed, owner } of this.#tables.slice(this.#at + 1, place + 1)) {
      if (owner !== undefined)
        await sql`delete from ${sql.table(passed)} where ${sql.id(owner)} = ${this.#organizationId}`.execute(this.#db);
    }
    this.#at = place;
  }

  async #flush() {
    const table = this.#tables[this.#at];
    if (!table || !this.#batch.length) return;
    const batch = `[${this.#batch.join(',')}]`;
    this.#batch = [];
    this.#characters = 0;
    if (table.name === 'user_account') await this.#refuseOtherAccounts(batch);
    const { name, owner, columns, key, deferredColumns: late } = table;
    const values = columns.map((column) =>
      late.includes(column.name) ? sql`null` : sql`r.${sql.id(column.name)}::${sql.raw(column.type)}`,
    );
    const names = columns.map((column) => sql.id(column.name));
    const fields = sql.join(columns.map((column) => sql`${sql.id(column.name)} text`));
    await sql`insert into ${sql.table(name)} (${sql.join(owner === undefined ? names : [sql.id(owner), ...names])})
      select ${sql.join(owner === undefined ? values : [sql`${this.#organizationId}::text`, ...values])} from json_to_recordset(${batch}::json) as r (${fields})
      ${owner === undefined ? sql`on conflict (${sql.join(key.map((column) => sql.id(column)))}) do nothing` : sql``}`.execute(this.#db);
    if (late.length) {
      await sql`create temporary table if not exists archived_late (place text not null, row json not null) on commit drop`.execute(
        this.#db,
      );
      await sql`insert into archived_late select ${name}::text, r.row from json_array_elements(${batch}::json) as r (row) where coalesce(${sql.join(late.map((column) => sql`r.row ->> ${column}::text`))}) is not null`.execute(
        this.#db,
      );
    }
  }

  /** Rejects the import if an account has the same e-mail address but another id. */
  async #refuseOtherAccounts(batch: string) {
    const {
      rows: [other],
    } = await sql<{ email: string; id: string }>`
      select u.email, u.id from user_account u join json_to_recordset(${batch}::json) as r (id text, email text) on r.email = u.email and r.id <> u.id order by u.email`.execute(
      this.#db,
    );
    if (other) throw new Failure(`an account with the e-mail ${other.email} exists here under another id, ${other.id}`);
  }

  async #fillIn({ name, owner = '', columns, key, deferredColumns: late }: Table) {
    if (!this.#written.has(name)) return;
    const values = columns
      .filter((column) => late.includes(column.name))
      .map((column) => sql`${sql.id(column.name)} = (l.row ->> ${column.name}::text)::${sql.raw(column.type)}`);
    const same = columns
      .filter((column) => key.includes(column.name))
      .map((column) => sql`t.${sql.id(column.name)} = (l.row ->> ${column.name}::text)::${sql.raw(column.type)}`);
    await sql`update ${sql.table(name)} t set ${sql.join(values)} from archived_late l where ${sql.join([sql`l.place = ${name}`, sql`t.${sql.id(owner)} = ${this.#organizationId}`, ...same], sql` and `)}`.execute(
      this.#db,
    );
  }
}
