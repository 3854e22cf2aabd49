/**
 * The role that requests work as. Roles belong to the whole cluster, and whoever may take one may do so in every database that they can
 * connect to: so each database has a role of its own, named after its number in the cluster, and nobody but this service may take it.
 */
import { sql } from 'kysely';
import type { SystemDatabase } from './handle.ts';

/** Held by who changes the schema or the role. */
export const migrationLock = 7_316_001;

/** @returns its name, also where there is none yet */
export async function tenantRoleOf(db: SystemDatabase): Promise<string> {
  const {
    rows: [found],
  } = await sql<{ role: string }>`
    select 'tenant_' || oid as role from pg_database where datname = current_database()`.execute(db);
  if (!found) throw new Error('the database is gone');
  return found.role;
}

/** A migration, which calls the role `tenant`, with the name that it has in this database. */
export function forRole(migration: string, role: string): string {
  return migration.replace(/\b(role|grant|to|from) tenant\b/g, `$1 ${role}`).replace("rolname = 'tenant'", `rolname = '${role}'`);
}

interface Standing {
  readonly role: string;
  readonly login: string;
  readonly exists: boolean;
  /** Whether it may more than what it is granted. */
  readonly powerful: boolean;
  readonly taken: boolean;
  /** Who may take it besides, and who let them. Superusers may take any. */
  readonly others: readonly { readonly member: string; readonly grantor: string }[];
}

interface Fault {
  readonly what: string;
  readonly remedy: string;
}

/**
 * Makes the role of this database where it is missing, and takes it from everybody but the login of the service and the owner of its
 * tables.
 * @returns its name @throws when that takes a superuser, saying what to do
 */
export async function makeTenantRole(db: SystemDatabase): Promise<string> {
  const standing = await standingOf(db);
  if (!faultOf(standing)) return standing.role;
  await mend(db, standing).catch((error: unknown) => {
    // It is for a superuser to do, or another server was faster: which of them is seen by what there is now.
    if (!(error instanceof Error && 'code' in error && ['42501', '42710', '23505'].includes(String(error.code)))) throw error;
  });
  const fault = faultOf(await standingOf(db));
  if (fault) throw new Error(`${fault.what}, and "${standing.login}" may not correct it; a superuser has to run: ${fault.remedy}`);
  return standing.role;
}

/** @returns the name of the role of this database @throws when it is missing, or not the service's alone */
export async function verifyTenantRole(db: SystemDatabase): Promise<string> {
  const standing = await standingOf(db);
  const fault = faultOf(standing);
  if (fault) throw new Error(`${fault.what}; run: npm run admin -- migrate`);
  return standing.role;
}

function mend(db: SystemDatabase, { role, login, exists, taken, others }: Standing): Promise<void> {
  const [name, service] = [sql.id(role), sql.id(login)];
  return db.transaction().execute(async (transaction) => {
    // The first migration grants the role, too: by another server, which has found it here, at the same moment.
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction);
    if (!exists) await sql`create role ${name} nologin`.execute(transaction);
    if (!taken) await sql`grant ${name} to ${service}`.execute(transaction);
    for (const { member, grantor } of others)
      await sql`revoke ${name} from ${sql.id(member)} granted by ${sql.id(grantor)}`.execute(transaction);
  });
}

/** The first thing that is wrong, and what mends it. */
function faultOf({ role, login, exists, powerful, taken, others: [other] }: Standing): Fault | undefined {
  const grant = `grant ${role} to "${login}" with admin option`;
  if (!exists) return { what: `the role ${role} is missing`, remedy: `create role ${role} nologin; ${grant}` };
  if (!taken) return { what: `"${login}" may not work as the role ${role}`, remedy: grant };
  if (powerful) {
    const remedy = `alter role ${role} nologin nosuperuser nobypassrls nocreaterole nocreatedb, and revoke from it what it is a member of`;
    return { what: `the role ${role} may do more than work in this database`, remedy };
  }
  if (other) {
    const remedy = `revoke ${role} from "${other.member}" granted by "${other.grantor}"`;
    return { what: `"${other.member}" may work as the role ${role} too`, remedy };
  }
  return undefined;
}

/** PostgreSQL 16 tells whether one may take a role from whether one is a member of it. */
async function standingOf(db: SystemDatabase): Promise<Standing> {
  const {
    rows: [found],
  } = await sql<Standing>`
    select n.role, current_user::text as login, r.oid is not null as exists,
      coalesce(r.rolcanlogin or r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb
        or exists (select from pg_auth_members m where m.member = r.oid), false) as powerful,
      coalesce(pg_has_role(current_user, r.oid,
        case when current_setting('server_version_num')::integer >= 160000 then 'SET' else 'MEMBER' end), false) as taken,
      coalesce((select json_agg(json_build_object('member', o.rolname, 'grantor', pg_get_userbyid(m.grantor)))
        from pg_auth_members m join pg_roles o on o.oid = m.member
        where m.roleid = r.oid and not o.rolsuper and o.rolname <> current_user
          and o.oid is distinct from (select c.relowner from pg_class c where c.oid = to_regclass('public.organization'))), '[]') as others
    from (select 'tenant_' || d.oid as role from pg_database d where d.datname = current_database()) n
      left join pg_roles r on r.rolname = n.role`.execute(db);
  if (!found) throw new Error('the database is gone');
  return found;
}
