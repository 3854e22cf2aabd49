/** Makes changes in organizations that are caused by a schedule instead of a request. */
import { type AuditEntry, type OrganizationDatabase, type TenantDatabase, writeTransaction } from '../database/handle.ts';
import { withWriteSlot } from '../database/slots.ts';

/**
 * Waits for a write slot of the organization and runs `work` in its own transaction.
 * @param work returns entries for the audit log, or nothing @returns the number of entries
 */
export function writeScheduled(
  tenant: TenantDatabase,
  organizationId: string,
  work: (db: OrganizationDatabase) => Promise<readonly AuditEntry[] | void>,
): Promise<number> {
  return withWriteSlot(organizationId, () =>
    writeTransaction(tenant, organizationId, async (db) => {
      const outcome = (await work(db)) ?? [];
      return { result: outcome.length, outcome };
    }),
  );
}
