/** Changes that no request asks for, in the organizations that the schedule has found. */
import { type AuditEntry, type OrganizationDatabase, type TenantDatabase, writeTransaction } from '../database/handle.ts';
import { withWriteSlot } from '../database/slots.ts';

/**
 * Waits for the organization's turn to write, and works in a transaction of its own.
 * @param work returns the entries of the audit log, or nothing without any @returns how many entries there are
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
