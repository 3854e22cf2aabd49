/** Reads tables and functions to distribute from the database catalog. */
import { sql } from 'kysely';
import type { SystemDatabase } from '#platform/database/handle';

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns of the primary key, in its order. */
  readonly key: readonly string[];
  /** Unique indexes, with the statements that make each one non-unique. */
  readonly unique: readonly { readonly columns: readonly string[]; readonly loosen: readonly string[] }[];
  /** Statements that remove the subqueries from the table's policies, because Citus does not support them. */
  readonly policies: readonly string[];
  /** Foreign keys of this table. */
  readonly references: readonly Reference[];
}
interface Reference {
  readonly to: string;
  readonly drop: string;
  readonly add: string;
  /** Whether deleting the referenced row sets the columns to null. */
  readonly clears: boolean;
}

/** Returns all tables of the schema, ordered by name. Partitions are excluded, because they are distributed with their table. */
export async function findTables(db: SystemDatabase): Promise<readonly Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(json_agg(a.attname order by k.place), '[]') from pg_index i cross join unnest(i.indkey) with ordinality k (number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number where i.indrelid = c.oid and i.indisprimary) as key,
      (select coalesce(json_agg(json_build_object(
          'columns', array(select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey)),
          'loosen', json_build_array(coalesce(
            (select format('alter table %s drop constraint %I', c.oid::regclass, r.conname) from pg_constraint r where r.conindid = i.indexrelid and r.contype = 'u'),
            format('drop index %s', i.indexrelid::regclass)), replace(pg_get_indexdef(i.indexrelid), 'CREATE UNIQUE INDEX', 'CREATE INDEX'))) order by i.indexrelid::regclass::text), '[]')
        from pg_index i where i.indrelid = c.oid and i.indisunique and not i.indisprimary) as unique,
      (select coalesce(json_agg(format('alter policy %I on %s using %s with check %s', p.polname, c.oid::regclass, plain.qual, coalesce(plain.checked, plain.qual)) order by p.polname), '[]')
        from pg_policy p cross join lateral (select replace(pg_get_expr(p.polqual, c.oid), asked, 'current_organization()') as qual,
          replace(pg_get_expr(p.polwithcheck, c.oid), asked, 'current_organization()') as checked from (values ('( SELECT current_organization() AS current_organization)')) f (asked)) plain
        where p.polrelid = c.oid) as policies,
      (select coalesce(json_agg(json_build_object('to', r.confrelid::regclass::text, 'clears', r.confdeltype = 'n',
          'drop', format('alter table %s drop constraint %I', c.oid::regclass, r.conname),
          'add', format('alter table %s add constraint %I %s', c.oid::regclass, r.conname, pg_get_constraintdef(r.oid))) order by r.conname), '[]')
        from pg_constraint r where r.conrelid = c.oid and r.contype = 'f' and r.conparentid = 0) as references
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname collate "C"`.execute(db);
  return rows;
}

/** Returns the functions that indexes may call, because these must exist on each node. Trigger functions are distributed with their table. */
export async function findFunctions(db: SystemDatabase): Promise<readonly string[]> {
  const { rows } = await sql<{ signature: string }>`
    select p.oid::regprocedure::text as signature from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provolatile = 'i'
      and not exists (select from pg_type t where t.oid = any (p.proargtypes::oid[] || p.prorettype) and t.typrelid <> 0)
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    order by p.oid::regprocedure::text collate "C"`.execute(db);
  return rows.map(({ signature }) => signature);
}
