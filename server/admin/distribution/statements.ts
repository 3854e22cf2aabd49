/** What Citus is told to distribute an installation by organization, read from the catalog of the database. */
import { sql } from 'kysely';
import { findDistributed } from '../../platform/database/distributed.ts';
import type { SystemDatabase } from '../../platform/database/handle.ts';
import { kindOf } from './kinds.ts';

/** Statements that belong together, and what for. */
export interface Part {
  readonly what: string;
  readonly statements: readonly string[];
}

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Of its primary key, in their order. */
  readonly key: readonly string[];
  /** Those that are unique, with what makes each of them one that is not. */
  readonly unique: readonly { readonly columns: readonly string[]; readonly loosen: readonly string[] }[];
  /** Its policies without their questions, which Citus does not take. */
  readonly policies: readonly string[];
  /** References from here. */
  readonly references: readonly Reference[];
}
interface Reference {
  readonly to: string;
  readonly drop: string;
  readonly add: string;
  readonly clears: boolean;
}

export interface Distribution {
  /** Each by itself. */
  readonly before: readonly Part[];
  /** All in one transaction, so that everything is distributed or nothing. */
  readonly together: readonly Part[];
}

/** @returns without what is distributed already; undefined when that is everything */
export async function distributionOf(db: SystemDatabase): Promise<Distribution | undefined> {
  const [all, functions, done] = [await findTables(db), await findFunctions(db), await findDistributed(db)];
  const left = all
    .filter(({ name }) => !done.has(name))
    .map((table) => ({ ...table, place: kindOf(table.name, table.columns) }))
    .filter(({ place }) => place.kind !== 'local');
  if (!left.length) return undefined;
  const isLeft = (name: string) => left.some((table) => table.name === name);
  // The organization itself first, because all others are placed by it.
  const byOrganization = left
    .flatMap(({ name, key, unique, place }) => (place.kind === 'distributed' ? { name, key, unique, by: place.by } : []))
    .sort((one, other) => Number(other.name === 'organization') - Number(one.name === 'organization'));
  const isByOrganization = (name: string) => all.some((table) => table.name === name && kindOf(name, table.columns).kind === 'distributed');
  const references = all.flatMap(({ name, references: own }) =>
    own.filter(({ to }) => isLeft(name) || isLeft(to)).map((reference) => ({ from: name, ...reference })),
  );
  const kept = references.map(({ from, to, add, clears }) =>
    clears && isByOrganization(from) && isByOrganization(to) ? { add: withoutClearing(add), isStricter: true } : { add, isStricter: false },
  );
  const before = [
    { what: 'the extension', statements: ['create extension if not exists citus'] },
    {
      what: 'keys that do not begin with the organization yet',
      statements: byOrganization.filter(({ key, by }) => key[0] !== by).map(({ name }) => `call key_by_organization(${literal(name)})`),
    },
  ];
  const together = [
    {
      what: 'triggers will work on the node of their organization, but not while rows are moved there',
      statements: [
        "set local citus.multi_shard_modify_mode to 'sequential'",
        'set local citus.enable_unsafe_triggers to on',
        "set local citus.propagate_set_commands to 'local'",
        "set local session_replication_role to 'replica'",
        "set local client_min_messages to 'warning'",
      ],
    },
    { what: 'the same policies, without a subquery', statements: left.flatMap(({ policies }) => policies) },
    {
      what: 'what is unique across organizations is only found: it is random, or given under a lock of the node that servers are connected to',
      statements: byOrganization.flatMap(({ unique, by }) => unique.flatMap(({ columns, loosen }) => (columns.includes(by) ? [] : loosen))),
    },
    { what: 'references go, and come again at the end', statements: references.map(({ drop }) => drop) },
    { what: 'functions that indexes call', statements: functions.map((name) => `select create_distributed_function(${literal(name)})`) },
    {
      what: 'what is the same on all nodes',
      statements: left
        .filter(({ place }) => place.kind === 'reference')
        .map(({ name }) => `select create_reference_table(${literal(name)})`),
    },
    {
      what: 'what is with its organization',
      statements: byOrganization.map(
        ({ name, by }) =>
          `select create_distributed_table(${literal(name)}, ${literal(by)}, colocate_with => ${literal(name === 'organization' ? 'none' : 'organization')})`,
      ),
    },
    {
      what: 'the rows that were left behind',
      statements: left.map(({ name }) => `select truncate_local_data_after_distributing_table(${literal(name)})`),
    },
    { what: 'the references', statements: kept.filter(({ isStricter }) => !isStricter).map(({ add }) => add) },
    {
      what: 'references whose row cannot be deleted from now on: Citus does not clear them',
      statements: kept.filter(({ isStricter }) => isStricter).map(({ add }) => add),
    },
  ];
  return { before: before.filter(hasSome), together: together.filter(hasSome) };
}

function hasSome({ statements }: Part): boolean {
  return statements.length > 0;
}

/** Of a name of the catalog. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function withoutClearing(definition: string): string {
  return definition.replace(/ ON DELETE SET NULL( \([^)]*\))?/, '');
}

/** All of the schema, by name, without partitions, which go with their table. */
async function findTables(db: SystemDatabase): Promise<readonly Table[]> {
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

/** Those that an index may call: on a node without them there is no such index. Those of triggers go with their table. */
async function findFunctions(db: SystemDatabase): Promise<readonly string[]> {
  const { rows } = await sql<{ signature: string }>`
    select p.oid::regprocedure::text as signature from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provolatile = 'i'
      and not exists (select from pg_type t where t.oid = any (p.proargtypes::oid[] || p.prorettype) and t.typrelid <> 0)
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    order by p.oid::regprocedure::text collate "C"`.execute(db);
  return rows.map(({ signature }) => signature);
}
