/** Finds the targets of findings and the recipients of notifications (findings, rules 1 and 7). */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { targetKinds } from '#domain/access/findings/targets';
import { checkReadPermission } from '#domain/access/records/kinds';
import { findReadableIds } from '#domain/access/records/readable';
import type { Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';
import { isStaff } from '#platform/identity/staff';
import { refusal } from '#platform/refusals/refusal';

type Schemas = components['schemas'];
type Finding = Schemas['Finding'];

const tables = {
  taskId: 'task',
  evidenceSubmissionId: 'evidence_submission',
  policyId: 'policy',
  vendorId: 'vendor',
  riskId: 'risk',
  memberId: 'member',
  deviceId: 'device',
} as const;
const fields = ['taskId', 'evidenceSubmissionId', 'policyId', 'vendorId', 'riskId', 'memberId', 'deviceId'] as const;

/** The error for each kind of target that does not exist. */
const notFoundErrors = {
  taskId: () => refusal('task_not_found'),
  evidenceSubmissionId: () => refusal('evidence_submission_not_found'),
  policyId: () => refusal('policy_not_found'),
  vendorId: () => refusal('vendor_not_found'),
  riskId: () => refusal('risk_not_found'),
  memberId: () => refusal('member_not_found'),
  deviceId: () => refusal('device_not_found'),
} as const;

/** @returns a refusal naming the permissions that the caller lacks to read the targets of the new finding, if any */
export function checkTargetPermissions(reader: Reader, finding: Schemas['FindingCreate']) {
  return checkReadPermission(reader, ...fields.flatMap((field) => (finding[field] === undefined ? [] : [targetKinds[field]])));
}

/**
 * Locks the targets of a new finding until the transaction ends.
 * @returns a refusal if a target does not exist or the reader may not read it; otherwise undefined
 */
export async function checkTargetsExist(db: OrganizationDatabase, reader: Reader, finding: Schemas['FindingCreate']) {
  for (const field of fields) {
    const id = finding[field];
    if (id === undefined) continue;
    const foundRow = await db.selectFrom(tables[field]).select('id').where('id', '=', id).forKeyShare().executeTakeFirst();
    if (!foundRow || !(await findReadableIds(db, reader, targetKinds[field], [id])).has(id)) return notFoundErrors[field]();
  }
  return undefined;
}

/** @returns ids of the users to notify of a finding: owners, admins, and the members responsible for its target */
export async function findRecipients(db: OrganizationDatabase, finding: Finding, staffDomains: readonly string[]): Promise<string[]> {
  return findActiveUsers(db, [...(await findResponsibleMembers(db, finding))], true, staffDomains);
}

/** @returns the user id of the author, or the ids of owners and admins if the author is no longer an active member */
export async function findAuthorRecipients(
  db: OrganizationDatabase,
  { createdById }: Finding,
  staffDomains: readonly string[],
): Promise<string[]> {
  const author = createdById === null ? [] : await findActiveUsers(db, [createdById], false, staffDomains);
  return author.length ? author : findActiveUsers(db, [], true, staffDomains);
}

async function findResponsibleMembers(
  db: OrganizationDatabase,
  { taskId, policyId, vendorId, riskId, memberId, deviceId, evidenceSubmissionId }: Finding,
): Promise<string[]> {
  if (memberId !== null) return [memberId];
  if (deviceId !== null) return findDeviceHolder(db, deviceId);
  if (evidenceSubmissionId !== null) return findSubmitter(db, evidenceSubmissionId);
  const findAssignee = (table: 'task' | 'policy' | 'vendor' | 'risk', id: string) =>
    db.selectFrom(table).select('assignee_id as assigneeId').where('id', '=', id).executeTakeFirst();
  const row =
    taskId !== null
      ? await findAssignee('task', taskId)
      : policyId !== null
        ? await findAssignee('policy', policyId)
        : vendorId !== null
          ? await findAssignee('vendor', vendorId)
          : riskId !== null
            ? await findAssignee('risk', riskId)
            : undefined;
  return row && row.assigneeId !== null ? [row.assigneeId] : [];
}

async function findDeviceHolder(db: OrganizationDatabase, deviceId: string): Promise<string[]> {
  const rows = await db.selectFrom('device').select('member_id as memberId').where('id', '=', deviceId).execute();
  return rows.map(({ memberId }) => memberId);
}

/** Returns an empty list if the submission was anonymous or its submitter has left. */
async function findSubmitter(db: OrganizationDatabase, submissionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('evidence_submission')
    .innerJoin('member', 'member.user_id', 'evidence_submission.submitted_by_id')
    .select('member.id')
    .where('evidence_submission.id', '=', submissionId)
    .execute();
  return rows.map(({ id }) => id);
}

/** @param memberIds members to include if they are active @param includesLeaders whether to add owners and admins */
async function findActiveUsers(
  db: OrganizationDatabase,
  memberIds: readonly string[],
  includesLeaders: boolean,
  staffDomains: readonly string[],
): Promise<string[]> {
  const roles = includesLeaders ? ['owner', 'admin'] : [];
  const members = await db
    .selectFrom('member')
    .select(['user_id as userId', 'email', 'email_verified as isVerified'])
    .where('is_active', '=', true)
    .where((eb) => eb.or([sql<boolean>`id = any(${[...memberIds]}::text[])`, sql<boolean>`roles && ${roles}::text[]`]))
    .orderBy('id')
    .execute();
  return members.filter((member) => !isStaff(member, staffDomains)).map(({ userId }) => userId);
}
