/** The tables that hold an organization, read from the catalog of the database, so that those of a new area come along by themselves. */
import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '../../../generated/database.d.ts';

export interface Table {
  readonly name: string;
  /** The column that says whose a row is, which is not written down; undefined for a table that organizations share, such as accounts. */
  readonly owner: string | undefined;
  /** Without those that the database computes. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly key: readonly string[];
  /** Columns that refer to rows further down the list, or to the table itself. They are filled in at the end. */
  readonly late: readonly string[];
  /** Of a shared table: where an organization refers to it. */
  readonly referredBy: readonly Reference[];
}

interface Reference {
  readonly from: string;
  readonly to: string;
  readonly columns: readonly string[];
  readonly targets: readonly string[];
}
export interface Found {
  readonly name: string;
  readonly scoped: boolean;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly required: boolean }[];
  readonly key: readonly string[];
}

/** Shared tables first, then those of an organization in an order that its foreign keys permit. */
export async function tablesIn(db: Transaction<SystemTables>): Promise<Table[]> {
  const [found, references] = [await findTables(db), await findReferences(db)];
  const owned = found.filter(({ scoped, name, columns }) => scoped && columns.some((column) => column.name === ownerOf(name)));
  const isOwned = (name: string) => owned.some((table) => table.name === name);
  const shared = found.filter(({ name }) => !isOwned(name) && references.some(({ from, to }) => to === name && isOwned(from)));
  return [
    ...inOrder(shared, references).map(({ name, columns, key }) => ({
      name,
      owner: undefined,
      columns,
      key,
      late: [],
      referredBy: references.filter(({ from, to }) => to === name && isOwned(from)),
    })),
    ...inOrder(owned, references).map(({ name, columns, key, late }) => {
      const written = ({ name: column }: { readonly name: string }) => column !== ownerOf(name);
      return { name, owner: ownerOf(name), columns: columns.filter(written), key, late, referredBy: [] };
    }),
  ];
}

function ownerOf(table: string): string {
  return table === 'organization' ? 'id' : 'organization_id';
}

/** A reference in a column that may be empty can wait, so it is what a circle is broken at. */
function inOrder(tables: readonly Found[], references: readonly Reference[]): (Found & { readonly late: readonly string[] })[] {
  const optional = ({ from, columns }: Reference) =>
    columns.filter((column) =>
      tables.some(({ name, columns: all }) => name === from && all.some((one) => one.name === column && !one.required)),
    );
  const ordered: (Found & { readonly late: readonly string[] })[] = [];
  for (let waiting = [...tables]; waiting.length;) {
    const waits = (table: Found) =>
      references.filter(({ from, to }) => from === table.name && to !== from && waiting.some(({ name }) => name === to));
    const next =
      waiting.find((table) => waits(table).length === 0) ??
      waiting.find(
        (table) =>
          waits(table).every((reference) => optional(reference).length) &&
          waiting.some((other) => waits(other).some(({ to }) => to === table.name)),
      );
    if (!next) throw new Error(`these tables refer to each other in a circle: ${waiting.map(({ name }) => name).join(', ')}`);
    const toItself = references.filter(({ from, to }) => from === next.name && to === from);
    ordered.push({ ...next, late: [...new Set([...waits(next), ...toItself].flatMap(optional))] });
    waiting = waiting.filter((table) => table !== next);
  }
  return ordered;
}

/** All tables, by name. */
export async function findTables(db: Transaction<SystemTables>): Promise<readonly Found[]> {
  const { rows } = await sql<Found>`
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

/** Without those that are only checked at the end of a transaction anyway. */
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
