import type { OrganizationDatabase } from '#platform/database/handle';

/** @returns whether the evidence of the organization's tasks needs approval (spec/areas/evidence/tasks, States) */
export async function isApprovalOn(db: OrganizationDatabase): Promise<boolean> {
  const { isOn } = await db.selectFrom('organization').select('evidence_approval_enabled as isOn').executeTakeFirstOrThrow();
  return isOn;
}
