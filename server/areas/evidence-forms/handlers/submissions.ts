/** What is submitted with a form: submitting, reading, reviewing and deleting it. */
import type { Handlers } from '../../../contract/types.ts';
import { formOf } from '../../../domain/evidence-forms/forms/index.ts';
import { findActingMember, notActive } from '../../../platform/identity/acting-member.ts';
import { invalid, isRefusal } from '../../../platform/refusals/refusal.ts';
import { giveFiles, listFiles } from '../queries/files.ts';
import {
  deleteSubmission,
  findSubmission,
  insertSubmission,
  listSubmissions,
  lockSubmission,
  reviewSubmission,
} from '../queries/submissions.ts';
import { reviewedAlready, submissionNotFound } from '../refusals.ts';
import { checkValues, isFitting } from '../rules/check.ts';
import { isAnonymous } from '../rules/forms.ts';
import { answerOf } from './answer.ts';
import { refusalOf, submitterOf } from './may-submit.ts';
import { isTaken, takeFiles } from './take-files.ts';
import { tellAdministrators } from './tell-administrators.ts';

type Submissions =
  | 'listEvidenceSubmissions'
  | 'createEvidenceSubmission'
  | 'getEvidenceSubmission'
  | 'reviewEvidenceSubmission'
  | 'deleteEvidenceSubmission';

export const submissions: Pick<Handlers<'evidence-forms'>, Submissions> = {
  async listEvidenceSubmissions({ path: { formType }, query, page, db }) {
    return { status: 200, page: await listSubmissions(db, formType, query, page) };
  },

  async createEvidenceSubmission({ path: { formType }, body, audit, ...context }) {
    const { db, ports } = context;
    const form = formOf(formType);
    const refused = await refusalOf(context, form);
    if (refused) return refused;
    const submitter = await submitterOf(context, body.userId);
    if (isRefusal(submitter)) return submitter;
    if (body.anonymous !== undefined && formType !== 'whistleblower-report')
      return invalid({ anonymous: 'can be sent for a whistleblower report only' });
    const checked = checkValues(form, body.data, new Date());
    if (!isFitting(checked)) return invalid(checked.faults);
    const taken = await takeFiles(context, form, checked);
    if (!isTaken(taken)) return taken;

    const anonymous = isAnonymous(formType, body.anonymous);
    const id = await insertSubmission(db, formType, anonymous ? null : submitter.userId, taken.values);
    await giveFiles(db, id, taken.files);
    if (formType === 'access-request') await tellAdministrators(context, submitter, id, taken.values);
    audit.created({ formType }, { entityId: id, description: `Submitted evidence form ${formType}`, anonymous });
    const submission = await findSubmission(db, formType, id);
    if (!submission) throw new Error(`${id} is not there`);
    return { status: 201, body: answerOf(ports.files, submission, taken.files) };
  },

  async getEvidenceSubmission({ path: { formType, submissionId }, db, ports }) {
    const [submission, files] = await Promise.all([findSubmission(db, formType, submissionId), listFiles(db, submissionId)]);
    return submission ? { status: 200, body: answerOf(ports.files, submission, files) } : submissionNotFound();
  },

  async reviewEvidenceSubmission({ path: { formType, submissionId }, body: { action, reason, userId }, actor, db, ports, audit }) {
    const given = reason?.trim() || null;
    if (action === 'rejected' && given === null) return invalid({ reason: 'is required to reject a submission' });
    const before = await lockSubmission(db, formType, submissionId);
    if (!before) return submissionNotFound();
    const reviewer = await findActingMember(db, actor, userId);
    if (!reviewer) return invalid({ userId: notActive });
    if (before.status !== 'pending') return reviewedAlready();
    await reviewSubmission(db, submissionId, { status: action, reason: given, reviewerId: reviewer.userId, via: actor.via ?? null });
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
    return { status: 200, body: answerOf(ports.files, after, await listFiles(db, submissionId)) };
  },

  async deleteEvidenceSubmission({ path: { formType, submissionId }, db, audit }) {
    const submission = await lockSubmission(db, formType, submissionId);
    if (!submission) return submissionNotFound();
    await deleteSubmission(db, submissionId);
    audit.removed({ formType }, { entityId: submissionId, description: `Deleted submission of evidence form ${formType}` });
    return { status: 204 };
  },
};
