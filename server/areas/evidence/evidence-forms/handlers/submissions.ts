/** Creates, reads, reviews and deletes submissions. */
import type { Handlers } from '#contract/types';
import { declineSubmission } from '#domain/approvals/approve';
import { formOf } from '#domain/evidence-forms/forms/index';
import { findActingMember, inactiveMember } from '#platform/identity/acting-member';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal } from '#platform/refusals/refusal';
import { assignFiles, listFiles } from '../queries/files.ts';
import {
  deleteSubmission,
  findSubmission,
  insertSubmission,
  listSubmissions,
  lockSubmission,
  reviewSubmission,
} from '../queries/submissions.ts';
import { submissionAlreadyReviewed, submissionNotFound } from '../refusals.ts';
import { validateValues, isValidForm } from '../rules/validate.ts';
import { isAnonymous } from '../rules/forms.ts';
import { responseOf } from './response.ts';
import { checkMaySubmit, requireSubmitter } from './may-submit.ts';
import { approveSubmissionForReview, recordOf, submitForReview } from './review.ts';
import { areFilesResolved, resolveFiles } from './resolve-files.ts';
import { notifyAdministrators } from './notify-administrators.ts';

type SubmissionOperations =
  | 'listEvidenceSubmissions'
  | 'createEvidenceSubmission'
  | 'getEvidenceSubmission'
  | 'reviewEvidenceSubmission'
  | 'deleteEvidenceSubmission';

export const submissions: Pick<Handlers<'evidence-forms'>, SubmissionOperations> = {
  async listEvidenceSubmissions({ path: { formType }, query, page, db }) {
    return { status: 200, page: await listSubmissions(db, formType, query, page) };
  },

  async createEvidenceSubmission({ path: { formType }, body, audit, ...context }) {
    const { db, ports } = context;
    const form = formOf(formType);
    const submissionRefusal = await checkMaySubmit(context, form);
    if (submissionRefusal) return submissionRefusal;
    const submitter = await requireSubmitter(context, body.userId);
    if (isRefusal(submitter)) return submitter;
    if (body.anonymous !== undefined && formType !== 'whistleblower-report')
      return invalid({ anonymous: fieldErrors.notAllowed('can be sent for a whistleblower report only') });
    const validation = validateValues(form, body.data, new Date());
    if (!isValidForm(validation)) return invalid(validation.faults);
    const resolvedFiles = await resolveFiles(context, form, validation);
    if (!areFilesResolved(resolvedFiles)) return resolvedFiles;

    const anonymous = isAnonymous(formType, body.anonymous);
    const id = await insertSubmission(db, formType, anonymous ? null : submitter, resolvedFiles.values);
    await assignFiles(db, id, resolvedFiles.files);
    if (formType === 'access-request') await notifyAdministrators(context, submitter, id, resolvedFiles.values);
    audit.created({ formType }, { entityId: id, description: `Submitted evidence form ${formType}`, anonymous });
    const submission = await findSubmission(db, formType, id);
    if (!submission) throw new Error(`${id} was not found, although it was just created`);
    await submitForReview(context, submission, anonymous ? null : submitter.id);
    return { status: 201, body: responseOf(ports.files, submission, resolvedFiles.files) };
  },

  async getEvidenceSubmission({ path: { formType, submissionId }, db, ports }) {
    const [submission, files] = await Promise.all([findSubmission(db, formType, submissionId), listFiles(db, submissionId)]);
    return submission ? { status: 200, body: responseOf(ports.files, submission, files) } : submissionNotFound();
  },

  async reviewEvidenceSubmission({ path: { formType, submissionId }, body: { action, reason, userId }, audit, ...context }) {
    const { actor, db, ports } = context;
    const reviewReason = reason || null;
    if (action === 'rejected' && reviewReason === null) return invalid({ reason: fieldErrors.required('to reject a submission') });
    const before = await lockSubmission(db, formType, submissionId);
    if (!before) return submissionNotFound();
    const reviewer = await findActingMember(db, actor, userId);
    if (!reviewer) return invalid({ userId: inactiveMember });
    if (before.status !== 'pending') return submissionAlreadyReviewed(before.status);
    if (action === 'approved') {
      const approval = await approveSubmissionForReview(context, before);
      if (isRefusal(approval)) return approval;
    } else await declineSubmission(db, actor, recordOf(before));
    await reviewSubmission(db, submissionId, { status: action, reason: reviewReason, reviewerId: reviewer.userId, via: actor.via ?? null });
    const after = await findSubmission(db, formType, submissionId);
    if (!after) return submissionNotFound();
    audit.changed(
      { ...before },
      { ...after },
      {
        entityId: submissionId,
        description: `Reviewed submission of evidence form ${formType}`,
        fields: ['status', 'reviewReason'],
      },
    );
    return { status: 200, body: responseOf(ports.files, after, await listFiles(db, submissionId)) };
  },

  async deleteEvidenceSubmission({ path: { formType, submissionId }, db, audit }) {
    const submission = await lockSubmission(db, formType, submissionId);
    if (!submission) return submissionNotFound();
    await deleteSubmission(db, submissionId);
    audit.removed({ formType }, { entityId: submissionId, description: `Deleted submission of evidence form ${formType}` });
    return { status: 204 };
  },
};
