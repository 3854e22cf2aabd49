/** Submits finished documents for approval, and approves or declines them (spec/areas/audits/soa, States and transitions). */
import { stateOf } from '#contract/states';
import { soaApprovalStatus } from '#generated/transitions';
import type { components } from '#generated/api';
import { approveSubmission, declineSubmission, isSubmissionCurrent, submitForApproval } from '#domain/approvals/approve';
import { notifyWithdrawn } from '#domain/approvals/withdrawn';
import { changesOnCreate, changesBetween } from '#platform/audit/changes';
import type { OrganizationContext } from '#platform/context';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type RecentRoles, recentRoles } from '#platform/identity/lost-roles';
import { isStaff } from '#platform/identity/staff';
import { actorName } from '#platform/mail/name-with-via';
import { notify, withLink } from '#platform/mail/notify';
import { type Approver, lockApprover } from '../queries/approvers.ts';
import { approveDocument, declineDocument, findSubmitter, submitDocument } from '../queries/approval.ts';
import { findDocument, lockDocument } from '../queries/documents.ts';
import { everyMember } from '#domain/access/records/rows';
import { findDetail } from '../queries/detail.ts';
import { approvedContent, freezeReferences } from '../rules/statement.ts';
import { documentNotFound } from '../refusals.ts';

type Document = components['schemas']['SoaDocument'];

export const approval: Pick<Handlers<'soa'>, 'submitSoaForApproval' | 'approveSoaDocument' | 'declineSoaDocument'> = {
  async submitSoaForApproval({ path: { documentId }, body: { approverId }, actor, db, ports, audit }) {
    const document = await lockDocument(db, documentId);
    if (!document) return documentNotFound();
    const approver = await requireApprover(db, approverId, ports.access.staffEmailDomains);
    if (isRefusal(approver)) return approver;
    if (document.approvalStatus === 'approved') return refusal('soa_already_approved', stateOf(soaApprovalStatus, document.approvalStatus));
    const record = recordOf(document);
    const content = approvedContent(await findDetail(db, document, everyMember));
    const isPending = document.approvalStatus === 'pending' && (await findApprover(db, document)) !== undefined;
    if (isPending && (await isSubmissionCurrent(db, record, content)))
      return refusal('soa_already_pending', stateOf(soaApprovalStatus, document.approvalStatus));
    const undecidedCount = document.totalQuestions - document.answeredQuestions;
    if (undecidedCount > 0) return refusal('soa_undecided', { undecided: undecidedCount });
    const needsReview = document.needsReviewCount;
    if (needsReview > 0) return refusal('soa_needs_review', { needsReview });
    const newApprover = { id: approverId, currentId: isPending ? document.approverId : null };
    const withdrawnSubmission = await submitForApproval({ db, actor, ports }, record, {
      content,
      mayApprove: couldApprove,
      approver: newApprover,
    });
    if (isRefusal(withdrawnSubmission)) return withdrawnSubmission;
    if (withdrawnSubmission)
      await notifyWithdrawn({ db, actor, ports }, withdrawnSubmission, {
        name: nameOf(document),
        kind: 'taskAssignments',
        record: referenceTo(document),
      });
    await submitDocument(db, documentId, approverId, actor.user?.id);
    await notify(
      { db, ports },
      {
        kind: 'taskAssignments',
        userIds: [approver.user_id],
        subject: `Statement of applicability for ${document.framework.name} waits for your approval`,
        text: withLink(
          `${actorName(actor)} asks you to approve version ${document.version} of the statement of applicability for ${document.framework.name}.`,
        ),
        record: referenceTo(document),
      },
    );
    audit.performed('Submitted the statement of applicability for approval', {
      changes: changesBetween({ approverId: document.approverId }, { approverId }),
    });
    return respondWith(db, documentId);
  },

  async approveSoaDocument(context) {
    const decision = await lockForDecision(context);
    if (isRefusal(decision)) return decision;
    const { document, approver } = decision;
    const detail = await findDetail(context.db, document, everyMember);
    const content = approvedContent(detail);
    const approvalResult = await approveSubmission(context, recordOf(document), { content, mayApprove: couldApprove });
    if (isRefusal(approvalResult)) return approvalResult;
    await approveDocument(context.db, document.id, approver.name, freezeReferences(detail.answers));
    await notifySubmitter(context, document, 'approved', '');
    const { selfApproved } = approvalResult;
    context.audit.performed('Approved the statement of applicability', { changes: statusChange('approved'), data: { selfApproved } });
    return respondWith(context.db, document.id);
  },

  async declineSoaDocument({ body, ...context }) {
    const decision = await lockForDecision(context);
    if (isRefusal(decision)) return decision;
    const { document } = decision;
    const reason = body.reason || null;
    await declineSubmission(context.db, context.actor, recordOf(document));
    await declineDocument(context.db, document.id, reason);
    await notifySubmitter(context, document, 'rejected', reason === null ? '' : `\n\n${reason}`);
    context.audit.performed('Declined the statement of applicability', {
      changes: { ...statusChange('rejected'), ...(reason !== null && changesOnCreate({ declineReason: reason })) },
    });
    return respondWith(context.db, document.id);
  },
};

type DecisionContext = Pick<OrganizationContext, 'actor' | 'db' | 'ports'> & { readonly path: { readonly documentId: string } };

/** Locks the document and its approver. @returns the document and the approver if the approver is the acting member; otherwise a refusal */
async function lockForDecision({ path: { documentId }, actor, db }: DecisionContext) {
  const document = await lockDocument(db, documentId);
  if (!document) return documentNotFound();
  if (document.approvalStatus !== 'pending') return refusal('soa_not_pending', stateOf(soaApprovalStatus, document.approvalStatus));
  if (actor.memberId === undefined || actor.memberId !== document.approverId) return refusal('approver_required');
  const approver = await findApprover(db, document);
  return approver ? { document, approver } : refusal('approver_not_privileged');
}

/** Returns the approver; undefined if they can no longer decide, because they left or lost their role while the document was pending. */
async function findApprover(db: OrganizationDatabase, { approverId }: Document): Promise<Approver | undefined> {
  const member = approverId === null ? undefined : await lockApprover(db, approverId);
  return member && mayApprove(member) ? member : undefined;
}

function mayApprove({ is_active: isActive, roles }: Approver): boolean {
  return isActive && hasApproverRole({ roles });
}

/** Returns whether a member has, or recently had, a role that may approve. */
function couldApprove(member: RecentRoles): boolean {
  return hasApproverRole({ roles: recentRoles(member) });
}

function hasApproverRole({ roles }: Pick<Approver, 'roles'>): boolean {
  return roles.some((role) => role === 'owner' || role === 'admin');
}

const referenceTo = ({ id }: Pick<Document, 'id'>) => ({ type: 'soa_document', id }) as const;
const recordOf = ({ id }: Pick<Document, 'id'>) => ({ kind: 'soaDocument', id }) as const;
const nameOf = ({ version, framework }: Document) => `Statement of applicability for ${framework.name}, version ${version}`;

/** Returns the member, or a refusal if they cannot approve. @param staffDomains e-mail domains of staff, who cannot approve */
async function requireApprover(db: OrganizationDatabase, id: string, staffDomains: readonly string[]) {
  const member = await lockApprover(db, id);
  if (!member?.is_active) return invalid({ approverId: fieldErrors.unknownReference('member', 'an active member of the organization') });
  if (isStaff({ email: member.email, isVerified: member.email_verified }, staffDomains))
    return invalid({ approverId: fieldErrors.notAllowed('must not be platform staff') });
  return mayApprove(member) ? member : invalid({ approverId: fieldErrors.notAllowed('must have the role owner or admin') });
}

async function notifySubmitter(
  { actor, db, ports }: DecisionContext,
  { id, version, framework }: Document,
  verb: 'approved' | 'rejected',
  reasonText: string,
): Promise<void> {
  await notify(
    { db, ports },
    {
      kind: 'taskAssignments',
      userIds: await findSubmitter(db, id),
      subject: `Statement of applicability for ${framework.name} was ${verb}`,
      text: withLink(
        `${actor.user?.name ?? 'The approver'} ${verb} version ${version} of the statement of applicability for ${framework.name}.${reasonText}`,
      ),
      record: referenceTo({ id }),
    },
  );
}

const statusChange = (current: 'approved' | 'rejected') => ({ approvalStatus: { previous: 'pending', current } });

async function respondWith(db: OrganizationDatabase, id: string) {
  const document = await findDocument(db, id);
  return document ? { status: 200 as const, body: document } : documentNotFound();
}
