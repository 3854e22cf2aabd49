/**
 * Checks and repairs privileges and policies in the database. Migrations define them, but a dump does not include roles, and its grants fail where roles
 * are missing. Each start therefore compares them with the result of all migrations (generated/access.json).
 */
import { readFileSync } from 'node:fs';
import { type RawBuilder, type Transaction, sql } from 'kysely';
import type { SystemTables } from '#generated/database';
import type { SystemDatabase } from './handle.ts';
import { migrationLock, verifyTenantRole } from './tenant-role.ts';

/** `tenant` is this database's role, `public` everyone, and `role …` the role of another database or of an earlier version. */
type Grantee = string;
interface Policy {
  readonly name: string;
  readonly command: keyof typeof commands;
  readonly permissive: boolean;
  readonly to: readonly Grantee[];
  readonly using: string | null;
  readonly check: string | null;
}
interface TableAccess {
  /** Whether row-level security is enabled. */
  readonly secured: boolean;
  readonly granted: readonly { readonly to: Grantee; readonly privilege: string }[];
  readonly policies: readonly Policy[];
}

export interface Access {
  readonly tables: Readonly<Record<string, TableAccess>>;
  /** Who may call functions and procedures, keyed by name and parameters. */
  readonly routines: Readonly<Record<string, readonly Grantee[]>>;
}

/** Other settings that control access to the database. */
interface ConnectionAccess {
  readonly database: string;
  /** Whether every login of the cluster may connect. */
  readonly open: boolean;
  /** Whether this login can revoke the permission of other logins to connect. */
  readonly ours: boolean;
  /** Whether this database's role can use the schema. */
  readonly usable: boolean;
  /** The service's login and the owner of its tables. */
  readonly residents: readonly string[];
}

const commands = { '*': 'all', r: 'select', a: 'insert', w: 'update', d: 'delete' } as const;

/** Reads the current privileges and policies. @param role of this database */
export async function findAccess(db: SystemDatabase, role: string): Promise<Access & { readonly connectionAccess: ConnectionAccess }> {
  const nameOf = (oid: RawBuilder<unknown>) => sql`(select k.name from known k where k.oid = ${oid})`;
  const isKnown = (oid: RawBuilder<unknown>) => sql`exists (select from known k where k.oid = ${oid})`;
  const {
    rows: [row],
  } = await sql<Access & { readonly connectionAccess: ConnectionAccess }>`
    with known (oid, name) as (
      select 0::oid, 'public' union all
      select oid, case rolname when ${role} then 'tenant' else 'role ' || rolname end from pg_roles where rolname ~ '^tenant(_[0-9]+)?$')
    select
      (select coalesce(json_object_agg(c.relname, json_build_object('secured', c.relrowsecurity,
          'granted', (select coalesce(json_agg(json_build_object('to', g.to, 'privilege', g.privilege) order by g.to, g.privilege), '[]')
            from (select distinct ${nameOf(sql`x.grantee`)} as to, x.privilege_type || coalesce(' of ' || l.name, '') as privilege
              from (select c.relacl as acl, null::text as name union all
                select a.attacl, a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attacl is not null) l, aclexplode(l.acl) x
              where ${isKnown(sql`x.grantee`)}) g),
          'policies', (select coalesce(json_agg(json_build_object('name', p.polname, 'command', p.polcmd, 'permissive', p.polpermissive,
              'to', (select json_agg(r.name order by r.name)
                from (select ${nameOf(sql`n`)} as name from unnest(p.polroles) n where ${isKnown(sql`n`)}) r),
              'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid)) order by p.polname), '[]')
            from pg_policy p where p.polrelid = c.oid and exists (select from unnest(p.polroles) n where ${isKnown(sql`n`)}))
        ) order by c.relname collate "C"), '{}')
        from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition) as tables,
      (select coalesce(json_object_agg(r.name, r.granted order by r.name collate "C"), '{}')
        from (select p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as name,
            (select coalesce(json_agg(${nameOf(sql`x.grantee`)} order by ${nameOf(sql`x.grantee`)}), '[]')
              from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x where ${isKnown(sql`x.grantee`)}) as granted
          from pg_proc p where p.pronamespace = 'public'::regnamespace
            and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')) r) as routines,
      (select json_build_object('database', d.datname, 'ours', pg_has_role(current_user, d.datdba, 'USAGE'),
          'open', exists (select from aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) x
            where x.grantee = 0 and x.privilege_type = 'CONNECT'),
          'usable', has_schema_privilege(${role}, 'public', 'usage'),
          'residents', (select json_agg(distinct n) from (values (current_user::text), ((
            select pg_get_userbyid(c.relowner)::text from pg_class c where c.oid = to_regclass('public.organization')))) v (n) where n is not null))
        from pg_database d where d.datname = current_database()) as "connectionAccess"`.execute(db);
  if (!row) throw new Error('the current database was not found');
  return row;
}

/** Returns the privileges and policies that this version's migrations result in. */
function readIntended(): Access {
  return JSON.parse(readFileSync(new URL('../../../generated/access.json', import.meta.url), 'utf8'));
}

/**
 * Makes roles, privileges and policies match the migrations, and prevents other logins of the cluster from connecting. Changes only what is not
 * already correct.
 * @returns notices for the operator @throws when this login is not allowed to do this
 */
export async function secureAccess(db: SystemDatabase): Promise<string[]> {
  const role = await verifyTenantRole(db);
  const { connectionAccess, ...access } = await findAccess(db, role);
  if (!isSecure(connectionAccess) || differences(access).length) await db.transaction().execute((transaction) => repair(transaction, role));
  return noticesOf(connectionAccess);
}

/** @returns notices for the operator @throws when roles, privileges or policies differ from the migrations */
export async function verifyAccess(db: SystemDatabase): Promise<string[]> {
  const { connectionAccess, ...access } = await findAccess(db, await verifyTenantRole(db));
  const [firstName, ...otherNames] = [...differences(access), ...(connectionAccess.usable ? [] : ['schema public'])];
  const affectedNames = `${firstName}${otherNames.length ? ` and ${otherNames.length} more` : ''}`;
  if (firstName !== undefined) throw new Error(`rights or policies are wrong on ${affectedNames}; run: npm run admin -- migrate`);
  return noticesOf({ ...connectionAccess, ours: false });
}

function isSecure({ open, ours, usable }: ConnectionAccess): boolean {
  return usable && !(open && ours);
}

function noticesOf({ database, open, ours }: ConnectionAccess): string[] {
  const remedy = `revoke connect on database "${database}" from public`;
  return open && !ours ? [`every login of the cluster may connect to this database until its owner runs: ${remedy}`] : [];
}

/** Returns the names of tables and routines whose access differs from the intended one. */
function differences(current: Access): string[] {
  const { tables, routines } = readIntended();
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return [
    ...Object.entries(tables)
      .filter(([name, { secured, ...intended }]) => {
        const { secured: isSecured = false, ...currentAccess } = current.tables[name] ?? {};
        return (secured && !isSecured) || !isSame(currentAccess, intended);
      })
      .map(([name]) => name),
    ...Object.entries(routines)
      .filter(([name, granted]) => !isSame(current.routines[name], granted))
      .map(([name]) => name),
  ];
}

async function repair(db: Transaction<SystemTables>, role: string) {
  // This is the lock of migrations, so only one server repairs at a time.
  await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(db);
  const { connectionAccess, ...current } = await findAccess(db, role);
  const { tables, routines } = readIntended();
  const statements = [
    ...differences(current).flatMap((name) => {
      const table = tables[name];
      if (table) return tableStatements(name, table, current.tables[name], role);
      return routineStatements(name, routines[name] ?? [], current.routines[name] ?? [], role);
    }),
    ...(connectionAccess.usable ? [] : [sql`grant usage on schema public to ${sql.id(role)}`]),
    ...(connectionAccess.open && connectionAccess.ours
      ? [
          sql`grant connect on database ${sql.id(connectionAccess.database)} to ${sql.join(connectionAccess.residents.map((resident) => sql.id(resident)))}`,
          sql`revoke connect on database ${sql.id(connectionAccess.database)} from public`,
        ]
      : []),
  ];
  for (const statement of statements) await statement.execute(db);
}

function tableStatements(name: string, intent: TableAccess, current: TableAccess | undefined, role: string): RawBuilder<unknown>[] {
  const { secured, granted, policies } = intent;
  const table = sql.id(name);
  const optionalClause = (clause: string, expression: string | null) => sql.raw(expression === null ? '' : `${clause} (${expression})`);
  const revokedGrantees = [...(current?.granted ?? []).map(({ to }) => to), 'public', 'tenant'];
  return [
    ...(secured ? [sql`alter table ${table} enable row level security`] : []),
    ...(current?.policies ?? []).map((policy) => sql`drop policy ${sql.id(policy.name)} on ${table}`),
    ...policies.map(
      ({ name: policyName, command, permissive, to, using, check }) => sql`create policy ${sql.id(policyName)} on ${table}
      as ${sql.raw(permissive ? 'permissive' : 'restrictive')} for ${sql.raw(commands[command])} to ${granteesIn(to, role)}
      ${optionalClause('using', using)} ${optionalClause('with check', check)}`,
    ),
    sql`revoke all on ${table} from ${granteesIn(revokedGrantees, role)}`,
    ...granted.map(({ to, privilege }) => sql`grant ${sql.raw(privilege)} on ${table} to ${granteesIn([to], role)}`),
  ];
}

function routineStatements(name: string, granted: readonly Grantee[], current: readonly Grantee[], role: string): RawBuilder<unknown>[] {
  return [
    sql`revoke all on routine ${sql.raw(name)} from ${granteesIn([...current, 'public', 'tenant'], role)}`,
    ...(granted.length ? [sql`grant execute on routine ${sql.raw(name)} to ${granteesIn(granted, role)}`] : []),
  ];
}

function granteesIn(names: readonly Grantee[], role: string): RawBuilder<unknown> {
  const roleOf = (name: Grantee) => (name === 'public' ? sql`public` : sql.id(name === 'tenant' ? role : name.slice('role '.length)));
  return sql.join([...new Set(names)].map(roleOf));
}
