/** Submits, approves and declines ISMS documents (spec/areas/audits/isms, States and transitions). */
import { stateOf } from '#contract/states';
import { ismsDocumentStatus } from '#generated/transitions';
import { approveSubmission, declineSubmission, isSubmissionCurrent, submitForApproval } from '#domain/approvals/approve';
import { createPermissionCheck } from '#domain/approvals/eligible';
import { notifyWithdrawn } from '#domain/approvals/withdrawn';
import { findActiveMember } from '#domain/people/members/active';
import { lockApprover } from '#domain/people/members/approvers';
import type { Handlers } from '#contract/types';
import { changesOnCreate, changesBetween } from '#platform/audit/changes';
import type { OrganizationContext } from '#platform/context';
import type { OrganizationDatabase } from '#platform/database/handle';
import { startRun } from '#platform/jobs/start';
import { actorName } from '#platform/mail/name-with-via';
import { notify, withLink } from '#platform/mail/notify';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { updateBaseline } from '../steps/baseline.ts';
import { latestApproval } from '#domain/approvals/views';
import { findApprovedContent, describeDocument, findIsmsData } from '../steps/data.ts';
import { detailOf } from '../steps/detail.ts';
import { approveDocument, declineDocument, lockDocument, submitDocument } from '../queries/documents.ts';
import type { StoredDocument } from '../rules/stored.ts';
import { listAllRows } from '../queries/rows.ts';
import { findUserIds } from '../queries/sources.ts';
import { findNow, insertVersion } from '../queries/versions.ts';
import { documentNotFound } from '../refusals.ts';
import { checkPlanPermissions } from '../rules/plan-readers.ts';
import { findUnmetRequirements } from '../rules/completeness.ts';
import { auditEntityOf } from './editable.ts';

export const approval: Pick<Handlers<'isms'>, 'submitIsmsDocumentForApproval' | 'approveIsmsDocument' | 'declineIsmsDocument'> = {
  async submitIsmsDocumentForApproval({ path: { documentId }, body: { approverId }, actor, db, ports, audit }) {
    const { staffEmailDomains } = ports.access;
    const document = await lockDocument(db, documentId);
    if (!document) return documentNotFound();
    const planRefusal = document.type === 'risk_treatment_plan' ? checkPlanPermissions(actor) : undefined;
    if (planRefusal) return planRefusal;
    const approver = await lockApprover(db, staffEmailDomains, approverId, 'evidence:update');
    if ('code' in approver) return invalid({ approverId: approver });
    const record = recordOf(document);
    const [data, rows] = await Promise.all([findIsmsData(db, document.frameworkId, staffEmailDomains), listAllRows(db, [documentId])]);
    const isPending = document.status === 'needs_review' && (await canApproverDecide(db, document, staffEmailDomains));
    if (isPending && (await isSubmissionCurrent(db, record, await findApprovedContent(db, document, data))))
      return refusal('isms_already_pending', stateOf(ismsDocumentStatus, document.status));
    const unmetRequirements = findUnmetRequirements({
      ...document,
      rows,
      treatment: data.treatment,
      activeMemberIds: new Set(data.sources.members.map(({ id }) => id)),
    });
    if (unmetRequirements.length) return refusal('isms_incomplete', { unmet: unmetRequirements });
    const content = await findApprovedContent(db, document, data);
    const newApprover = { id: approverId, currentId: isPending ? document.approverId : null };
    const mayApprove = await createPermissionCheck(db, 'evidence:update');
    const withdrawnSubmission = await submitForApproval({ db, actor, ports }, record, { content, mayApprove, approver: newApprover });
    if (isRefusal(withdrawnSubmission)) return withdrawnSubmission;
    if (withdrawnSubmission)
      await notifyWithdrawn({ db, actor, ports }, withdrawnSubmission, {
        name: document.title,
        kind: 'taskAssignments',
        record: referenceTo(document),
      });
    await submitDocument(db, documentId, approverId, actor.user?.id);
    await notify(
      { db, ports },
      {
        kind: 'taskAssignments',
        userIds: await findUserIds(db, approverId),
        subject: `${document.title} waits for your approval`,
        text: withLink(`${actorName(actor)} asks you to approve the ISMS document ${document.title}.`),
        record: referenceTo(document),
      },
    );
    audit.performed(`Submitted ${document.title} for approval`, {
      ...auditEntityOf(document),
      changes: changesBetween({ approverId: document.approverId }, { approverId }),
    });
    return { status: 200, body: await detailOf(db, actor, documentId) };
  },

  async approveIsmsDocument({ body, ...context }) {
    const { db, ports, audit } = context;
    const decision = await lockForDecision(context);
    if (isRefusal(decision)) return decision;
    const { document, approver } = decision;
    const data = await findIsmsData(db, document.frameworkId, ports.access.staffEmailDomains);
    const approvalResult = await approveSubmission(context, recordOf(document), {
      content: await findApprovedContent(db, document, data),
      mayApprove: await createPermissionCheck(db, 'evidence:update'),
    });
    if (isRefusal(approvalResult)) return approvalResult;
    const { selfApproved } = approvalResult;
    const submission = await latestApproval(db, 'ismsDocument', document.id);
    const approvedAt = await findNow(db);
    const version = (document.versionNumber ?? 0) + 1;
    await updateBaseline(db, document, data);
    const versionId = await insertVersion(db, {
      documentId: document.id,
      version,
      publishedAt: approvedAt,
      publishedBy: approver,
      changelog: body.changelog || null,
      approvalId: submission?.id ?? null,
      paper: await describeDocument(db, document, data, { version, at: approvedAt, approver: approver.name, submission }),
    });
    await approveDocument(db, document.id, approvedAt);
    // Files are created after the commit, so that a failure to create them does not undo the approval.
    await startRun(db, context.actor, { kind: 'store_isms_version', subject: versionId, input: { versionId } });
    await notifySubmitter(context, document, 'approved', '');
    audit.performed(`Approved ${document.title}, version ${version}`, {
      ...auditEntityOf(document),
      changes: statusChange('approved'),
      data: { selfApproved },
    });
    return { status: 200, body: await detailOf(db, context.actor, document.id) };
  },

  async declineIsmsDocument({ body, ...context }) {
    const decision = await lockForDecision(context);
    if (isRefusal(decision)) return decision;
    const { document } = decision;
    const reason = body.reason || null;
    await declineSubmission(context.db, context.actor, recordOf(document));
    await declineDocument(context.db, document.id, reason);
    await notifySubmitter(context, document, 'rejected', reason === null ? '' : `\n\n${reason}`);
    context.audit.performed(`Declined ${document.title}`, {
      ...auditEntityOf(document),
      changes: { ...statusChange('rejected'), ...(reason !== null && changesOnCreate({ declineReason: reason })) },
    });
    return { status: 200, body: await detailOf(context.db, context.actor, document.id) };
  },
};

type DecisionContext = Pick<OrganizationContext, 'actor' | 'db' | 'ports'> & { readonly path: { readonly documentId: string } };

/** Returns the locked document and its approver, or a refusal if the document does not wait for the decision of the acting member. */
async function lockForDecision({ path: { documentId }, actor, db }: DecisionContext) {
  const document = await lockDocument(db, documentId);
  if (!document) return documentNotFound();
  if (document.status !== 'needs_review') return refusal('isms_not_pending', stateOf(ismsDocumentStatus, document.status));
  if (actor.memberId === undefined || actor.memberId !== document.approverId) return refusal('approver_required');
  const approver = await findActiveMember(db, actor.memberId);
  return approver ? { document, approver } : refusal('approver_required');
}

/** Returns whether the approver can still decide: they may have left, been deactivated, or lost the permission since. */
async function canApproverDecide(
  db: OrganizationDatabase,
  { approverId }: StoredDocument,
  staffDomains: readonly string[],
): Promise<boolean> {
  return approverId !== null && !('code' in (await lockApprover(db, staffDomains, approverId, 'evidence:update')));
}

async function notifySubmitter(
  { actor, db, ports }: DecisionContext,
  { id, title, submittedBy }: StoredDocument,
  decision: 'approved' | 'rejected',
  reasonText: string,
): Promise<void> {
  await notify(
    { db, ports },
    {
      kind: 'taskAssignments',
      userIds: submittedBy === null ? [] : [submittedBy],
      subject: `${title} was ${decision}`,
      text: withLink(`${actor.user?.name ?? 'The approver'} ${decision} the ISMS document ${title}.${reasonText}`),
      record: referenceTo({ id }),
    },
  );
}

const referenceTo = ({ id }: Pick<StoredDocument, 'id'>) => ({ type: 'isms_document', id }) as const;
const recordOf = ({ id }: Pick<StoredDocument, 'id'>) => ({ kind: 'ismsDocument', id }) as const;

const statusChange = (current: 'approved' | 'rejected') => ({ status: { previous: 'needs_review', current } });
