/** Runs queries with the restricted access of the organization. */
import { sql, type Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { type OrganizationDatabase, organizationDatabase } from '#platform/database/handle';

/** Calls `work` with a database handle that is limited to the rows of the organization, although the transaction can access all rows. */
export async function runAsOrganization<R>(
  db: Transaction<SystemTables>,
  organizationId: string,
  work: (organization: OrganizationDatabase) => Promise<R>,
): Promise<R> {
  await sql`select set_config('app.organization_id', ${organizationId}, true), set_config('role', tenant_role(), true)`.execute(db);
  const result = await work(organizationDatabase(db.getExecutor(), organizationId));
  await sql`select set_config('role', 'none', true)`.execute(db);
  return result;
}
