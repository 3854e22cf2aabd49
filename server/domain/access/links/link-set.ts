/** Adds, removes and replaces links between records of two kinds, such as the tasks of a risk. */
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { TenantTables } from '#generated/database';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Reader } from '../records/rows.ts';
import { findLinkable, type Linkable, type LinkedKind } from './linkable.ts';

/** The tables that store links, each with the prefix of the ids of its links. */
const prefixes = {
  control_document_type: 'cdt',
  control_policy: 'ctp',
  control_task: 'ctk',
  framework_control_document_type: 'fdl',
  framework_control_policy: 'fpl',
  framework_control_task: 'ftl',
  isms_document_control: 'idc',
  risk_control: 'rcl',
  risk_task: 'rtk',
  vendor_task: 'vtk',
} as const;
type LinkTable = keyof typeof prefixes;

/** The columns that store the id of the linked record, each with the kind of that record. */
const kindsByColumn = { control_id: 'control', policy_id: 'policy', task_id: 'task', form_type: 'form' } as const;
type Target = keyof typeof kindsByColumn;

/** The other columns, which store the ids of the record that has the links. */
type Source<Table extends LinkTable, To> = Exclude<keyof TenantTables[Table] & string, 'id' | 'organization_id' | 'created_at' | To>;
/** One record, or the adopted frameworks that a query finds. */
type Ids = string | SelectQueryBuilder<TenantTables, 'framework_instance', { id: string }>;

export interface LinkSet<From extends string, Kind extends LinkedKind | 'form'> {
  /** Adds links that are missing. @returns the records that were not linked before */
  add<Item extends Linkable<Kind>>(
    db: OrganizationDatabase,
    from: Readonly<{ [Column in From]: string }>,
    records: readonly Item[],
  ): Promise<Item[]>;
  /** @param from the record or records whose links are removed; any record if empty @returns the number of links removed */
  remove(db: OrganizationDatabase, from: Readonly<{ [Column in From]?: Ids }>, record: Linkable<Kind>): Promise<number>;
}

export interface ReplaceableLinkSet<From extends string, Kind extends LinkedKind> extends LinkSet<From, Kind> {
  /**
   * Replaces the links that the reader may see. Links that the reader may not see are kept and not counted.
   * @param from a record that is locked until the transaction ends
   * @returns the records linked before, and how many links were added and removed
   */
  replace(
    db: OrganizationDatabase,
    reader: Reader,
    from: Readonly<{ [Column in From]: string }>,
    records: readonly Linkable<Kind>[],
  ): Promise<{ readonly previous: readonly Linkable<Kind>[]; readonly linked: number; readonly unlinked: number }>;
}

/** @param to the column that stores the ids of the linked records @returns the functions that change the links in the table */
export function linkSet<Table extends LinkTable, To extends Target & keyof TenantTables[Table]>(
  table: Table,
  to: To,
): LinkSet<Source<Table, To>, (typeof kindsByColumn)[To]> {
  return {
    async add(db, from, records) {
      const addedKeys = new Set(
        await insert(
          db,
          table,
          to,
          from,
          records.map(({ key }) => key),
        ),
      );
      return records.filter(({ key }) => addedKeys.has(key));
    },
    remove: (db, from, { key }) => remove(db, table, to, from, [key]),
  };
}

/** @returns a link set that can also replace all links of a record at once */
export function replaceableLinkSet<Table extends LinkTable, To extends Exclude<Target, 'form_type'> & keyof TenantTables[Table]>(
  table: Table,
  to: To,
): ReplaceableLinkSet<Source<Table, To>, (typeof kindsByColumn)[To]> {
  const links = linkSet(table, to);
  return {
    ...links,
    async replace(db, reader, from, records) {
      const previous = await findLinkable(db, reader, kindsByColumn[to], await listKeys(db, table, to, from), { withArchived: true });
      const [previousKeys, newKeys] = [previous, records].map((linkables) => new Set(linkables.map(({ key }) => key)));
      const removedKeys = previous.filter(({ key }) => !newKeys?.has(key)).map(({ key }) => key);
      const unlinked = removedKeys.length ? await remove(db, table, to, from, removedKeys) : 0;
      const added = await links.add(
        db,
        from,
        records.filter(({ key }) => !previousKeys?.has(key)),
      );
      return { previous, linked: added.length, unlinked };
    },
  };
}

type Columns<Value> = Readonly<Record<string, Value>>;

/** @returns the keys that were not linked before */
async function insert(
  db: OrganizationDatabase,
  table: LinkTable,
  to: Target,
  from: Columns<string>,
  keys: readonly string[],
): Promise<string[]> {
  if (!keys.length) return [];
  const rows = await db
    .insertInto(table)
    .values(keys.map((key) => ({ id: newId(prefixes[table]), ...from, [to]: key })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(sql.ref<string>(to).as('key'))
    .execute();
  return rows.map(({ key }) => key);
}

async function remove(
  db: OrganizationDatabase,
  table: LinkTable,
  to: Target,
  from: Columns<Ids | undefined>,
  keys: readonly string[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where((eb) => isLinkFrom(eb, from))
    .where(sql.ref<string>(to), 'in', keys)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** @returns the keys of all linked records, sorted */
async function listKeys(db: OrganizationDatabase, table: LinkTable, to: Target, from: Columns<string>): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select(sql.ref<string>(to).as('key'))
    .where((eb) => isLinkFrom(eb, from))
    .orderBy('key')
    .execute();
  return rows.map(({ key }) => key);
}

function isLinkFrom(eb: ExpressionBuilder<TenantTables, LinkTable>, from: Columns<Ids | undefined>) {
  return eb.and(
    Object.entries(from).flatMap(([column, ids]) => {
      if (ids === undefined) return [];
      const ref = sql.ref<string>(column);
      return [typeof ids === 'string' ? eb(ref, '=', ids) : eb(ref, 'in', ids)];
    }),
  );
}
