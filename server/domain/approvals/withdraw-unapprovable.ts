import type { OrganizationContext } from '#platform/context';
import type { OrganizationDatabase } from '#platform/database/handle';
import { unrestrictedPermissions } from '#platform/identity/approving';
import { type OrganizationRoles, readRoles } from '#platform/identity/organization-roles';
import type { RecordReference } from '#platform/links/records';
import type { NotificationContext } from '#platform/mail/notify';
import { toOneLine } from '#platform/mail/one-line';
import { notifyMembers } from './notify-members.ts';
import { type ApprovalKind, endPending } from './stored.ts';

/**
 * Withdraws submissions whose named approver has left or may no longer approve, and notifies the submitters.
 * @returns the titles of the withdrawn submissions
 */
export async function withdrawUnapprovable(context: NotificationContext & Pick<OrganizationContext, 'actor'>): Promise<string[]> {
  const { db, actor } = context;
  const [pendingSubmissions, roles] = await Promise.all([listPending(db), readRoles(db)]);
  const unapprovable = pendingSubmissions.filter((submission) => !mayApprove(roles, submission));
  for (const { id, title, kind, record, submittedById } of unapprovable) {
    await endPending(db, id, { status: 'withdrawn', decidedById: actor.memberId ?? null });
    await notifyMembers(context, [submittedById], {
      kind: kind === 'policyVersion' ? 'policyNotifications' : 'taskAssignments',
      subject: `Submission withdrawn: ${title}`,
      text: () =>
        `The submission of "${toOneLine(title)}" for approval was withdrawn, because its approver may not approve any more. Submit it to somebody else.\n`,
      record,
    });
  }
  return unapprovable.map(({ title }) => title);
}

async function listPending(db: OrganizationDatabase) {
  const rows = await db
    .selectFrom('approval')
    .innerJoin('member', 'member.id', 'approval.approver_id')
    .leftJoin('task', 'task.id', 'approval.task_id')
    .leftJoin('policy_version', 'policy_version.id', 'approval.policy_version_id')
    .leftJoin('policy', 'policy.id', 'policy_version.policy_id')
    .leftJoin('isms_document', 'isms_document.id', 'approval.isms_document_id')
    .select(['approval.id', 'approval.submitted_by_id as submittedById', 'member.roles', 'member.is_active as isActive'])
    .select(['task.title as task', 'policy.name as policyVersion', 'isms_document.title as ismsDocument'])
    .select([
      'task.id as taskId',
      'policy.id as policyId',
      'isms_document.id as ismsDocumentId',
      'approval.soa_document_id as soaDocumentId',
    ])
    .where('approval.status', '=', 'pending')
    .orderBy('approval.id')
    .forUpdate('approval')
    .execute();
  return rows.map((row) => ({ ...row, ...describe(row) }));
}

interface Columns {
  readonly task: string | null;
  readonly taskId: string | null;
  readonly policyVersion: string | null;
  readonly policyId: string | null;
  readonly ismsDocument: string | null;
  readonly ismsDocumentId: string | null;
  readonly soaDocumentId: string | null;
}
interface SubmittedRecord {
  readonly kind: ApprovalKind;
  readonly title: string;
  readonly record: RecordReference | null;
}

function describe({ task, policyVersion, ismsDocument, taskId, policyId, ismsDocumentId, soaDocumentId }: Columns): SubmittedRecord {
  if (task !== null && taskId !== null) return { kind: 'task', title: task, record: { type: 'task', id: taskId } };
  if (policyVersion !== null && policyId !== null)
    return { kind: 'policyVersion', title: policyVersion, record: { type: 'policy', id: policyId } };
  if (ismsDocument !== null && ismsDocumentId !== null)
    return { kind: 'ismsDocument', title: ismsDocument, record: { type: 'isms_document', id: ismsDocumentId } };
  const record = soaDocumentId === null ? null : ({ type: 'soa_document', id: soaDocumentId } as const);
  return { kind: 'soaDocument', title: 'Statement of applicability', record };
}

const permissions = { task: 'task:update', policyVersion: 'policy:update', ismsDocument: 'evidence:update' } as const;

interface PendingSubmission {
  readonly kind: ApprovalKind;
  readonly isActive: boolean;
  readonly roles: readonly string[];
}

function mayApprove(organizationRoles: OrganizationRoles, { kind, isActive, roles }: PendingSubmission): boolean {
  if (!isActive) return false;
  if (kind === 'soaDocument') return roles.includes('owner') || roles.includes('admin');
  return kind === 'evidenceSubmission' || unrestrictedPermissions(organizationRoles, roles).has(permissions[kind]);
}
