/** Requests and records the approval of submissions by a second person (evidence-forms, rule 22). */
import type { components } from '#generated/api';
import { approveSubmission, submitForApproval } from '#domain/approvals/approve';
import { createPermissionCheck } from '#domain/approvals/eligible';
import { findPending } from '#domain/approvals/stored';
import type { OrganizationContext } from '#platform/context';
import type { OrganizationDatabase } from '#platform/database/handle';
import { listFiles } from '../queries/files.ts';
import type { Submission } from '../queries/submissions.ts';

type Context = Pick<OrganizationContext, 'db' | 'actor' | 'ports'>;

/** Requests the approval of a submission. @param memberId the member who submitted the form, or null for an anonymous report */
export async function submitForReview(context: Context, submission: Submission, memberId: string | null): Promise<void> {
  const { db } = context;
  const [content, mayApprove] = [await contentOf(db, submission), await createPermissionCheck(db, 'evidence:update')];
  await submitForApproval(context, recordOf(submission), { content, mayApprove, approver: null, submittedById: memberId });
}

/** Approves a submission. @returns whether the submitter approved their own submission, or a refusal if the caller cannot approve it */
export async function approveSubmissionForReview(context: Context, submission: Submission) {
  const { db } = context;
  // Submissions from earlier versions of this service have no pending approval. It is requested now, because their content never changes.
  if (!(await findPending(db, recordOf(submission)))) await submitForReview(context, submission, submission.submittedBy?.id ?? null);
  const [content, mayApprove] = [await contentOf(db, submission), await createPermissionCheck(db, 'evidence:update')];
  return approveSubmission(context, recordOf(submission), { content, mayApprove });
}

export const recordOf = ({ id }: Pick<components['schemas']['EvidenceSubmissionCore'], 'id'>) =>
  ({ kind: 'evidenceSubmission', id }) as const;

async function contentOf(db: OrganizationDatabase, { id, formType, values }: Submission): Promise<object> {
  return { id, formType, values, files: await listFiles(db, id) };
}
