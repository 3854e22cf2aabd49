import type { OrganizationContext } from '#platform/context';
import type { OrganizationDatabase } from '#platform/database/handle';
import { unrestrictedPermissions } from '#platform/identity/approving';
import { type OrganizationRoles, readRoles } from '#platform/identity/organization-roles';
import { toOneLine } from '#platform/mail/one-line';
import { notifyMembers } from './notify-members.ts';
import { type ApprovalKind, endPending } from './stored.ts';

/**
 * Withdraws submissions whose named approver has left or may no longer approve, and notifies the submitters.
 * @returns the titles of the withdrawn submissions
 */
export async function withdrawUnapprovable(context: Pick<OrganizationContext, 'db' | 'actor'>): Promise<string[]> {
  const { db, actor } = context;
  const [pendingSubmissions, roles] = await Promise.all([listPending(db), readRoles(db)]);
  const unapprovable = pendingSubmissions.filter((submission) => !mayApprove(roles, submission));
  for (const { id, title, kind, submittedById } of unapprovable) {
    await endPending(db, id, { status: 'withdrawn', decidedById: actor.memberId ?? null });
    await notifyMembers(context, [submittedById], {
      kind: kind === 'policyVersion' ? 'policyNotifications' : 'taskAssignments',
      subject: `Submission withdrawn: ${title}`,
      text: `The submission of "${toOneLine(title)}" for approval was withdrawn, because its approver may not approve any more. Submit it to somebody else.\n`,
      appUrl: null,
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
    .where('approval.status', '=', 'pending')
    .orderBy('approval.id')
    .forUpdate('approval')
    .execute();
  return rows.map((row) => ({ ...row, ...titleOf(row) }));
}

interface Titles {
  readonly task: string | null;
  readonly policyVersion: string | null;
  readonly ismsDocument: string | null;
}

function titleOf({ task, policyVersion, ismsDocument }: Titles): { readonly kind: ApprovalKind; readonly title: string } {
  if (task !== null) return { kind: 'task', title: task };
  if (policyVersion !== null) return { kind: 'policyVersion', title: policyVersion };
  if (ismsDocument !== null) return { kind: 'ismsDocument', title: ismsDocument };
  return { kind: 'soaDocument', title: 'Statement of applicability' };
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
