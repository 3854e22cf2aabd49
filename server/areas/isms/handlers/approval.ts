/** From a complete document to one that somebody answers for (spec/areas/isms, States and transitions). */
import { findActiveMember } from '../../../domain/members/active.ts';
import { lockApprover } from '../../../domain/members/approvers.ts';
import type { Handlers } from '../../../contract/types.ts';
import { added } from '../../../platform/audit/changes.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { startRun } from '../../../platform/jobs/start.ts';
import { notify } from '../../../platform/mail/notify.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { measure } from '../queries/baseline.ts';
import { describe, findData } from '../queries/data.ts';
import { detailOf } from '../queries/detail.ts';
import { approveDocument, declineDocument, lockDocument, submitDocument } from '../queries/documents.ts';
import type { StoredDocument } from '../rules/stored.ts';
import { allRows } from '../queries/rows.ts';
import { userOf } from '../queries/sources.ts';
import { findNow, insertVersion } from '../queries/versions.ts';
import { documentNotFound } from '../refusals.ts';
import { unmetIn } from '../rules/completeness.ts';
import { about } from './editable.ts';

export const approval: Pick<Handlers<'isms'>, 'submitIsmsDocumentForApproval' | 'approveIsmsDocument' | 'declineIsmsDocument'> = {
  async submitIsmsDocumentForApproval({ path: { documentId }, body: { approverId }, actor, db, ports, audit }) {
    const { staffEmailDomains } = ports.access;
    const document = await lockDocument(db, documentId);
    if (!document) return documentNotFound();
    const approver = await lockApprover(db, staffEmailDomains, approverId, 'evidence:update');
    if (typeof approver === 'string') return invalid({ approverId: approver });
    if (document.status === 'needs_review' && (await canDecide(db, document, staffEmailDomains))) return refusal('isms_already_pending');
    const [data, rows] = await Promise.all([findData(db, document.frameworkId, staffEmailDomains), allRows(db, [documentId])]);
    const unmet = unmetIn({ ...document, rows, treatment: data.treatment, active: new Set(data.sources.members.map(({ id }) => id)) });
    if (unmet.length) return refusal('isms_incomplete', { unmet });
    await submitDocument(db, documentId, approverId, actor.user?.id);
    await notify(db, {
      kind: 'taskAssignments',
      userIds: await userOf(db, approverId),
      subject: `${document.title} waits for your approval`,
      text: `${actor.user?.name ?? 'Somebody'} asks you to approve the ISMS document ${document.title}.`,
      appUrl: null,
    });
    audit.did(`Submitted ${document.title} for approval`, { ...about(document), changes: added({ approverId }) });
    return { status: 200, body: await detailOf(db, documentId) };
  },

  async approveIsmsDocument({ body, ...context }) {
    const { db, ports, audit } = context;
    const decision = await decide(context);
    if (isRefusal(decision)) return decision;
    const { document, approver } = decision;
    const data = await findData(db, document.frameworkId, ports.access.staffEmailDomains);
    const at = await findNow(db);
    const version = (document.version ?? 0) + 1;
    await measure(db, document, data);
    const versionId = await insertVersion(db, {
      documentId: document.id,
      version,
      publishedAt: at,
      publishedBy: approver,
      changelog: body.changelog?.trim() || null,
      paper: await describe(db, document, data, { version, at, approver: approver.name }),
    });
    await approveDocument(db, document.id, at);
    // The files are made after the commit, and what fails there does not undo it.
    await startRun(db, context.actor, { kind: 'store_isms_version', subject: versionId, input: { versionId } });
    await tellSubmitter(context, document, 'approved', '');
    audit.did(`Approved ${document.title}, version ${version}`, { ...about(document), changes: outcome('approved') });
    return { status: 200, body: await detailOf(db, document.id) };
  },

  async declineIsmsDocument({ body, ...context }) {
    const decision = await decide(context);
    if (isRefusal(decision)) return decision;
    const { document } = decision;
    const reason = body.reason?.trim() || null;
    await declineDocument(context.db, document.id, reason);
    await tellSubmitter(context, document, 'declined', reason === null ? '' : `\n\n${reason}`);
    context.audit.did(`Declined ${document.title}`, {
      ...about(document),
      changes: { ...outcome('declined'), ...(reason !== null && added({ declineReason: reason })) },
    });
    return { status: 200, body: await detailOf(context.db, document.id) };
  },
};

type Deciding = Pick<OrganizationContext, 'actor' | 'db'> & { readonly path: { readonly documentId: string } };

/** The document, held, and its approver, when that is the acting member; else why it cannot be decided. */
async function decide({ path: { documentId }, actor, db }: Deciding) {
  const document = await lockDocument(db, documentId);
  if (!document) return documentNotFound();
  if (document.status !== 'needs_review') return refusal('isms_not_pending');
  if (actor.memberId === undefined || actor.memberId !== document.approverId) return refusal('approver_required');
  const approver = await findActiveMember(db, actor.memberId);
  return approver ? { document, approver } : refusal('approver_required');
}

/** Whether its approver can still decide: approvers leave, are deactivated and lose their permission while a document waits. */
async function canDecide(db: OrganizationDatabase, { approverId }: StoredDocument, staffDomains: readonly string[]): Promise<boolean> {
  return approverId !== null && typeof (await lockApprover(db, staffDomains, approverId, 'evidence:update')) !== 'string';
}

async function tellSubmitter(
  { actor, db }: Deciding,
  { title, submittedBy }: StoredDocument,
  what: 'approved' | 'declined',
  why: string,
): Promise<void> {
  await notify(db, {
    kind: 'taskAssignments',
    userIds: submittedBy === null ? [] : [submittedBy],
    subject: `${title} was ${what}`,
    text: `${actor.user?.name ?? 'The approver'} ${what} the ISMS document ${title}.${why}`,
    appUrl: null,
  });
}

const outcome = (current: 'approved' | 'declined') => ({ status: { previous: 'needs_review', current } });
