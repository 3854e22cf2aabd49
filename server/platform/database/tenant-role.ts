/**
 * Manages the database role for requests. Roles belong to the whole cluster, and a login with a role has it in every database it can connect to. Therefore
 * each database has a role of its own, named after its OID, that only this service may use.
 */
import { sql } from 'kysely';
import type { SystemDatabase } from './handle.ts';

/** Lock for changing the schema or the role. */
export const migrationLock = 7_316_001;

/** @returns the name of this database's role, even if the role does not exist yet */
export async function tenantRoleOf(db: SystemDatabase): Promise<string> {
  const {
    rows: [row],
  } = await sql<{ role: string }>`
    select 'tenant_' || oid as role from pg_database where datname = current_database()`.execute(db);
  if (!row) throw new Error('the current database was not found');
  return row.role;
}

/** Replaces the role `tenant` in a migration with this database's role. */
export function withRole(migration: string, role: string): string {
  return migration.replace(/\b(role|grant|to|from) tenant\b/g, `$1 ${role}`).replace("rolname = 'tenant'", `rolname = '${role}'`);
}

interface RoleStatus {
  readonly role: string;
  readonly login: string;
  readonly exists: boolean;
  /** Whether the role has privileges such as superuser, beyond the privileges that it was granted. */
  readonly powerful: boolean;
  /** Whether the service's login can act as the role. */
  readonly taken: boolean;
  /** Other logins that may use the role, and who granted that. Superusers are left out, because they may use any role. */
  readonly others: readonly { readonly member: string; readonly grantor: string }[];
}

interface Fault {
  readonly problem: string;
  readonly remedy: string;
}

/**
 * Creates this database's role if it is missing, and revokes it from everyone except the service's login and the owner of its tables.
 * @returns the name of the role @throws with instructions when that requires a superuser
 */
export async function makeTenantRole(db: SystemDatabase): Promise<string> {
  const status = await findRoleStatus(db);
  if (!findFault(status)) return status.role;
  await repair(db, status).catch((error: unknown) => {
    // Either a superuser is needed or another server was faster; the current state shows which.
    if (!(error instanceof Error && 'code' in error && ['42501', '42710', '23505'].includes(String(error.code)))) throw error;
  });
  const fault = findFault(await findRoleStatus(db));
  if (fault) throw new Error(`${fault.problem}, and "${status.login}" may not correct it; a superuser has to run: ${fault.remedy}`);
  return status.role;
}

/** @returns the name of this database's role @throws when the role is missing or others may use it */
export async function verifyTenantRole(db: SystemDatabase): Promise<string> {
  const status = await findRoleStatus(db);
  const fault = findFault(status);
  if (fault) throw new Error(`${fault.problem}; run: npm run admin -- migrate`);
  return status.role;
}

function repair(db: SystemDatabase, { role, login, exists, taken, others }: RoleStatus): Promise<void> {
  const [name, service] = [sql.id(role), sql.id(login)];
  return db.transaction().execute(async (transaction) => {
    // The first migration also grants the role, possibly on another server at the same moment.
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction);
    if (!exists) await sql`create role ${name} nologin`.execute(transaction);
    if (!taken) await sql`grant ${name} to ${service}`.execute(transaction);
    for (const { member, grantor } of others)
      await sql`revoke ${name} from ${sql.id(member)} granted by ${sql.id(grantor)}`.execute(transaction);
  });
}

/** Returns the first fault and its remedy. */
function findFault({ role, login, exists, powerful, taken, others: [other] }: RoleStatus): Fault | undefined {
  const grant = `grant ${role} to "${login}" with admin option`;
  if (!exists) return { problem: `the role ${role} is missing`, remedy: `create role ${role} nologin; ${grant}` };
  if (!taken) return { problem: `"${login}" may not work as the role ${role}`, remedy: grant };
  if (powerful) {
    const remedy = `alter role ${role} nologin nosuperuser nobypassrls nocreaterole nocreatedb, and revoke from it what it is a member of`;
    return { problem: `the role ${role} may do more than work in this database`, remedy };
  }
  if (other) {
    const remedy = `revoke ${role} from "${other.member}" granted by "${other.grantor}"`;
    return { problem: `"${other.member}" may work as the role ${role} too`, remedy };
  }
  return undefined;
}

/** Reads the role's status. PostgreSQL 16 distinguishes between membership in a role and the permission to set it. */
async function findRoleStatus(db: SystemDatabase): Promise<RoleStatus> {
  const {
    rows: [row],
  } = await sql<RoleStatus>`
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
  if (!row) throw new Error('the current database was not found');
  return row;
}
