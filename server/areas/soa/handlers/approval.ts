/** From a finished document to one that somebody answers for (spec/areas/soa, States and transitions). */
import type { components } from '../../../../generated/api.d.ts';
import { added } from '../../../platform/audit/changes.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { isStaff } from '../../../platform/identity/staff.ts';
import { notify } from '../../../platform/mail/notify.ts';
import { type Approver, lockApprover } from '../queries/approvers.ts';
import { approveDocument, declineDocument, findDocument, lockDocument, submitDocument, submitterOf } from '../queries/documents.ts';
import { detailOf } from '../queries/detail.ts';
import { frozenOf } from '../rules/statement.ts';
import { documentNotFound } from '../refusals.ts';

type Document = components['schemas']['SoaDocument'];

export const approval: Pick<Handlers<'soa'>, 'submitSoaForApproval' | 'approveSoaDocument' | 'declineSoaDocument'> = {
  async submitSoaForApproval({ path: { documentId }, body: { approverId }, actor, db, ports, audit }) {
    const document = await lockDocument(db, documentId);
    if (!document) return documentNotFound();
    const approver = await requireApprover(db, approverId, ports.access.staffEmailDomains);
    if (isRefusal(approver)) return approver;
    if (document.approvalStatus === 'approved') return refusal('soa_already_approved');
    if (document.approvalStatus === 'pending' && (await findApprover(db, document))) return refusal('soa_already_pending');
    const undecided = document.totalQuestions - document.answeredQuestions;
    if (undecided > 0) return refusal('soa_undecided', { undecided });
    const needsReview = document.needsReviewCount;
    if (needsReview > 0) return refusal('soa_needs_review', { needsReview });
    await submitDocument(db, documentId, approverId, actor.user?.id);
    await notify(db, {
      kind: 'taskAssignments',
      userIds: [approver.user_id],
      subject: `Statement of applicability for ${document.framework.name} waits for your approval`,
      text: `${actor.user?.name ?? 'Somebody'} asks you to approve version ${document.version} of the statement of applicability for ${document.framework.name}.`,
      appUrl: null,
    });
    audit.did('Submitted the statement of applicability for approval', { changes: added({ approverId }) });
    return changed(db, documentId);
  },

  async approveSoaDocument(context) {
    const decision = await decide(context);
    if (isRefusal(decision)) return decision;
    const { document, approver } = decision;
    await approveDocument(context.db, document.id, approver.name, frozenOf((await detailOf(context.db, document)).answers));
    await tellSubmitter(context, document, 'approved', '');
    context.audit.did('Approved the statement of applicability', { changes: outcome('approved') });
    return changed(context.db, document.id);
  },

  async declineSoaDocument({ body, ...context }) {
    const decision = await decide(context);
    if (isRefusal(decision)) return decision;
    const { document } = decision;
    const reason = body.reason?.trim() || null;
    await declineDocument(context.db, document.id, reason);
    await tellSubmitter(context, document, 'declined', reason === null ? '' : `\n\n${reason}`);
    context.audit.did('Declined the statement of applicability', {
      changes: { ...outcome('declined'), ...(reason !== null && added({ declineReason: reason })) },
    });
    return changed(context.db, document.id);
  },
};

type Deciding = Pick<OrganizationContext, 'actor' | 'db'> & { readonly path: { readonly documentId: string } };

/** The document and its approver, both held, when that is the acting member; else why it cannot be decided. */
async function decide({ path: { documentId }, actor, db }: Deciding) {
  const document = await lockDocument(db, documentId);
  if (!document) return documentNotFound();
  if (document.approvalStatus !== 'pending') return refusal('soa_not_pending');
  if (actor.memberId === undefined || actor.memberId !== document.approverId) return refusal('approver_required');
  const approver = await findApprover(db, document);
  return approver ? { document, approver } : refusal('approver_not_privileged');
}

/** Who can still decide: approvers leave, are deactivated and lose their role while a document waits. */
async function findApprover(db: OrganizationDatabase, { approverId }: Document): Promise<Approver | undefined> {
  const member = approverId === null ? undefined : await lockApprover(db, approverId);
  return member && mayApprove(member) ? member : undefined;
}

function mayApprove({ is_active: active, roles }: Approver): boolean {
  return active && roles.some((role) => role === 'owner' || role === 'admin');
}

/** The member, or why it cannot be the approver. @param staffDomains of the operator's own people, who take no part */
async function requireApprover(db: OrganizationDatabase, id: string, staffDomains: readonly string[]) {
  const member = await lockApprover(db, id);
  if (!member?.is_active) return invalid({ approverId: 'must be an active member of the organization' });
  if (isStaff({ email: member.email, isVerified: member.email_verified }, staffDomains))
    return invalid({ approverId: 'must not be platform staff' });
  return mayApprove(member) ? member : invalid({ approverId: 'must have the role owner or admin' });
}

async function tellSubmitter(
  { actor, db }: Deciding,
  { id, version, framework }: Document,
  what: 'approved' | 'declined',
  why: string,
): Promise<void> {
  await notify(db, {
    kind: 'taskAssignments',
    userIds: await submitterOf(db, id),
    subject: `Statement of applicability for ${framework.name} was ${what}`,
    text: `${actor.user?.name ?? 'The approver'} ${what} version ${version} of the statement of applicability for ${framework.name}.${why}`,
    appUrl: null,
  });
}

const outcome = (current: 'approved' | 'declined') => ({ approvalStatus: { previous: 'pending', current } });

async function changed(db: OrganizationDatabase, id: string) {
  const document = await findDocument(db, id);
  return document ? { status: 200 as const, body: document } : documentNotFound();
}
