/** Finds the tables with an organization's data in the database catalog, so that new areas are included automatically. */
import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '#generated/database';

export interface Table {
  readonly name: string;
  /** Name of the column with the organization's id; undefined for tables that organizations share, such as accounts. The column is not exported. */
  readonly owner: string | undefined;
  /** All columns except generated ones. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly key: readonly string[];
  /** Columns that refer to later tables or to the table itself. They are filled in at the end. */
  readonly deferredColumns: readonly string[];
  /** References from organizations to this shared table. */
  readonly referredBy: readonly Reference[];
}

interface Reference {
  readonly from: string;
  readonly to: string;
  readonly columns: readonly string[];
  readonly targets: readonly string[];
}
export interface CatalogTable {
  readonly name: string;
  /** Whether the table has row-level security. */
  readonly scoped: boolean;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly required: boolean }[];
  readonly key: readonly string[];
}

/** Returns shared tables first, then the organization's tables in the order of their foreign keys. */
export async function findArchivedTables(db: Transaction<SystemTables>): Promise<Table[]> {
  const [tables, references] = [await findTables(db), await findReferences(db)];
  const ownedTables = tables.filter(({ scoped, name, columns }) => scoped && columns.some((column) => column.name === ownerColumnOf(name)));
  const isOwned = (name: string) => ownedTables.some((table) => table.name === name);
  const sharedTables = tables.filter(({ name }) => !isOwned(name) && references.some(({ from, to }) => to === name && isOwned(from)));
  return [
    ...sortByReferences(sharedTables, references).map(({ name, columns, key }) => ({
      name,
      owner: undefined,
      columns,
      key,
      deferredColumns: [],
      referredBy: references.filter(({ from, to }) => to === name && isOwned(from)),
    })),
    ...sortByReferences(ownedTables, references).map(({ name, columns, key, deferredColumns }) => {
      const isExported = ({ name: column }: { readonly name: string }) => column !== ownerColumnOf(name);
      return { name, owner: ownerColumnOf(name), columns: columns.filter(isExported), key, deferredColumns, referredBy: [] };
    }),
  ];
}

function ownerColumnOf(table: string): string {
  return table === 'organization' ? 'id' : 'organization_id';
}

/** Sorts tables by their foreign keys. Breaks circular references at nullable columns, which can be filled in later. */
function sortByReferences(
  tables: readonly CatalogTable[],
  references: readonly Reference[],
): (CatalogTable & { readonly deferredColumns: readonly string[] })[] {
  const nullableColumns = ({ from, columns }: Reference) =>
    columns.filter((column) =>
      tables.some(
        ({ name, columns: allColumns }) =>
          name === from && allColumns.some((candidate) => candidate.name === column && !candidate.required),
      ),
    );
  const sortedTables: (CatalogTable & { readonly deferredColumns: readonly string[] })[] = [];
  for (let remainingTables = [...tables]; remainingTables.length;) {
    const pendingReferences = (table: CatalogTable) =>
      references.filter(({ from, to }) => from === table.name && to !== from && remainingTables.some(({ name }) => name === to));
    const next =
      remainingTables.find((table) => pendingReferences(table).length === 0) ??
      remainingTables.find(
        (table) =>
          pendingReferences(table).every((reference) => nullableColumns(reference).length) &&
          remainingTables.some((other) => pendingReferences(other).some(({ to }) => to === table.name)),
      );
    if (!next) throw new Error(`these tables refer to each other in a circle: ${remainingTables.map(({ name }) => name).join(', ')}`);
    const selfReferences = references.filter(({ from, to }) => from === next.name && to === from);
    sortedTables.push({ ...next, deferredColumns: [...new Set([...pendingReferences(next), ...selfReferences].flatMap(nullableColumns))] });
    remainingTables = remainingTables.filter((table) => table !== next);
  }
  return sortedTables;
}

/** Returns all tables, ordered by name. */
export async function findTables(db: Transaction<SystemTables>): Promise<readonly CatalogTable[]> {
  const { rows } = await sql<CatalogTable>`
    select c.relname as name, c.relrowsecurity as scoped,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select json_agg(a.attname order by a.attnum) from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by c.relname collate "C"`.execute(
    db,
  );
  return rows;
}

/** Returns all foreign keys except deferrable ones, which are checked only at the end of a transaction. */
async function findReferences(db: Transaction<SystemTables>): Promise<readonly Reference[]> {
  const { rows } = await sql<Reference>`
    select f.relname as from, t.relname as to,
      (select json_agg(a.attname order by k.place) from unnest(r.conkey) with ordinality k (number, place) join pg_attribute a on a.attrelid = f.oid and a.attnum = k.number) as columns,
      (select json_agg(a.attname order by k.place) from unnest(r.confkey) with ordinality k (number, place) join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number) as targets
    from pg_constraint r join pg_class f on f.oid = r.conrelid join pg_class t on t.oid = r.confrelid
    where r.contype = 'f' and r.conparentid = 0 and not r.condeferrable and r.connamespace = 'public'::regnamespace order by f.relname collate "C", r.conname collate "C"`.execute(
    db,
  );
  return rows;
}
