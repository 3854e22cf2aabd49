/** Queries for submissions. Callers must lock the submitted record first. */
import { sql } from 'kysely';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';

/** The column that stores the id of the submitted record, for each kind of record. */
export const recordColumns = {
  task: 'task_id',
  policyVersion: 'policy_version_id',
  soaDocument: 'soa_document_id',
  ismsDocument: 'isms_document_id',
  evidenceSubmission: 'evidence_submission_id',
} as const;
export type ApprovalKind = keyof typeof recordColumns;

/** The record that is submitted for approval. */
export interface ApprovalRecord {
  readonly kind: ApprovalKind;
  readonly id: string;
}

const columns = columnsOf(
  'approval',
  'id',
  'contentHash',
  'submittedById',
  'submittedWithKeyOfId',
  'submittedAt',
  'via',
  'approverId',
  'othersCouldApprove',
);

export interface PendingApproval {
  readonly id: string;
  readonly contentHash: string;
  readonly submittedById: string | null;
  readonly submittedWithKeyOfId: string | null;
  readonly submittedAt: string;
  readonly via: string | null;
  readonly approverId: string | null;
  /** Null if an earlier version of this service stored the submission. */
  readonly othersCouldApprove: boolean | null;
}

export function findPending(db: OrganizationDatabase, { kind, id }: ApprovalRecord): Promise<PendingApproval | undefined> {
  return db
    .selectFrom('approval')
    .select(columns)
    .where(recordColumns[kind], '=', id)
    .where('status', '=', 'pending')
    .forUpdate()
    .executeTakeFirst();
}

export interface Submission {
  readonly contentHash: string;
  readonly submittedById: string | null;
  readonly submittedWithKeyOfId: string | null;
  readonly via: string | null;
  readonly approverId: string | null;
  /** Whether a member other than the submitter could approve. Omitted for demonstration data. */
  readonly othersCouldApprove?: boolean;
  /** The time of the submission. Defaults to the current time. */
  readonly submittedAt?: string;
}

export async function insertPending(db: OrganizationDatabase, { kind, id }: ApprovalRecord, submission: Submission): Promise<void> {
  const idFor = (columnKind: ApprovalKind) => (columnKind === kind ? id : null);
  await db
    .insertInto('approval')
    .values({
      id: newId('apv'),
      task_id: idFor('task'),
      policy_version_id: idFor('policyVersion'),
      soa_document_id: idFor('soaDocument'),
      isms_document_id: idFor('ismsDocument'),
      evidence_submission_id: idFor('evidenceSubmission'),
      content_hash: submission.contentHash,
      submitted_by_id: submission.submittedById,
      submitted_with_key_of_id: submission.submittedWithKeyOfId,
      submitted_at: submission.submittedAt ?? sql<string>`clock_timestamp()`,
      via: submission.via,
      approver_id: submission.approverId,
      others_could_approve: submission.othersCouldApprove ?? null,
      submitted_by_snapshot: snapshotOf(submission.submittedById),
    })
    .execute();
}

export interface Decision {
  readonly status: 'approved' | 'rejected' | 'withdrawn';
  /** The id of the member who decided; null if the service ended the submission. */
  readonly decidedById: string | null;
  readonly selfApproved?: boolean;
  /** The time of the decision. Defaults to the current time. */
  readonly decidedAt?: string;
}

export async function endPending(
  db: OrganizationDatabase,
  id: string,
  { status, decidedById, selfApproved = false, decidedAt }: Decision,
): Promise<void> {
  await db
    .updateTable('approval')
    .set({
      status,
      decided_by_id: decidedById,
      decided_by_snapshot: snapshotOf(decidedById),
      decided_at: decidedAt ?? sql<string>`clock_timestamp()`,
      self_approved: selfApproved,
    })
    .where('id', '=', id)
    .execute();
}

/** Stores a copy of the member, so that later changes to the member do not change the approval. */
function snapshotOf(memberId: string | null) {
  return sql<string | null>`(
    select jsonb_build_object('id', m.id, 'user', jsonb_build_object('id', m.user_id, 'name', m.name, 'email', m.email))
    from member m where m.id = ${memberId})`;
}

/** Marks the approvals of a changed record as outdated, so that they no longer count. */
export async function outdateApprovals(db: OrganizationDatabase, { kind, id }: ApprovalRecord): Promise<void> {
  await db
    .updateTable('approval')
    .set({ status: 'outdated' })
    .where(recordColumns[kind], '=', id)
    .where('status', '=', 'approved')
    .execute();
}
