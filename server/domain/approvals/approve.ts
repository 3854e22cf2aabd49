/**
 * Approvals need a person in a session, other than the submitter if another member could approve, and apply only to the exact content that
 * was submitted (spec/conventions, 3).
 */
import type { OrganizationContext } from '#platform/context';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { isPerson } from '#platform/identity/approving';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, type Refusal, refusal } from '#platform/refusals/refusal';
import { approverChangeRefusal } from './approver-change.ts';
import { contentHash } from './content-hash.ts';
import { type Candidate, listCandidates } from './eligible.ts';
import { type ApprovalRecord, endPending, findPending, insertPending, type PendingApproval } from './stored.ts';

/** Whether a member is allowed to approve the record. */
type MayApprove = (member: Candidate) => boolean;

interface SubmitInput {
  readonly content: object;
  readonly mayApprove: MayApprove;
  /**
   * The member who should approve; null if every member with the permission may approve. `currentId` is the approver whom an API key
   * must not replace.
   */
  readonly approver: { readonly id: string; readonly currentId: string | null; readonly isInReview?: boolean } | null;
  /** The member who submits; null for an anonymous report. Defaults to the acting member. */
  readonly submittedById?: string | null;
}

/**
 * Withdraws the pending submission and records a new submission.
 * @returns the withdrawn submission, undefined if none was pending, or a refusal if the approver may not be named
 */
export async function submitForApproval(
  { db, actor, ports }: Pick<OrganizationContext, 'db' | 'actor' | 'ports'>,
  record: ApprovalRecord,
  { content, mayApprove, approver, submittedById = actor.memberId ?? null }: SubmitInput,
): Promise<PendingApproval | undefined | Refusal<'session_required' | 'validation_failed'>> {
  const othersCouldApprove = await couldOtherApprove({ db, ports }, submittedById ?? undefined, mayApprove);
  const submittedWithKeyOfId = submittedById !== null && actor.credential === 'key' ? (actor.memberId ?? null) : null;
  if (approver) {
    const refused = approverChangeRefusal(actor, approver.currentId, approver.id, approver.isInReview);
    if (refused) return refused;
    const isSubmitter = approver.id === submittedById || approver.id === submittedWithKeyOfId;
    if (isSubmitter && (await couldOtherApprove({ db, ports }, approver.id, mayApprove))) return invalid({ approverId: notSubmitter });
  }
  const withdrawn = await withdrawSubmission(db, actor, record);
  await insertPending(db, record, {
    contentHash: contentHash(content),
    submittedById,
    submittedWithKeyOfId,
    via: submittedById === null ? null : (actor.via ?? null),
    approverId: approver?.id ?? null,
    othersCouldApprove,
  });
  return withdrawn;
}

const notSubmitter = fieldErrors.notAllowed('must be another member than the one who submits, because another member could approve');

async function couldOtherApprove(
  { db, ports }: Pick<OrganizationContext, 'db' | 'ports'>,
  memberId: string | undefined,
  mayApprove: MayApprove,
): Promise<boolean> {
  const candidates = await listCandidates(db, ports.access.staffEmailDomains);
  return candidates.some((member) => member.id !== memberId && mayApprove(member));
}

/** @returns whether a submission of exactly this content is pending; a record whose content changed can be submitted again */
export async function isSubmissionCurrent(db: OrganizationDatabase, record: ApprovalRecord, content: object): Promise<boolean> {
  return (await findPending(db, record))?.contentHash === contentHash(content);
}

/** Withdraws the pending submission. @returns the withdrawn submission; undefined if none was pending */
export async function withdrawSubmission(
  db: OrganizationDatabase,
  { memberId }: Pick<Actor, 'memberId'>,
  record: ApprovalRecord,
): Promise<PendingApproval | undefined> {
  const pending = await findPending(db, record);
  if (pending) await endPending(db, pending.id, { status: 'withdrawn', decidedById: memberId ?? null });
  return pending;
}

/** Declines the pending submission. @returns the declined submission; undefined if none was pending */
export async function declineSubmission(
  db: OrganizationDatabase,
  { memberId }: Pick<Actor, 'memberId'>,
  record: ApprovalRecord,
): Promise<PendingApproval | undefined> {
  const pending = await findPending(db, record);
  if (pending) await endPending(db, pending.id, { status: 'rejected', decidedById: memberId ?? null });
  return pending;
}

interface ApprovalInput {
  /** The current content of the record. */
  readonly content: object;
  readonly mayApprove: MayApprove;
}

/**
 * Approves the pending submission. The caller has checked that the actor may approve the record.
 * @returns the submitter and whether they approved their own submission, or a refusal if it cannot be approved
 */
export async function approveSubmission(
  { db, actor, ports }: Pick<OrganizationContext, 'db' | 'actor' | 'ports'>,
  record: ApprovalRecord,
  { content, mayApprove }: ApprovalInput,
): Promise<
  | { readonly selfApproved: boolean; readonly submittedById: string | null }
  | Refusal<'session_required' | 'approval_outdated' | 'self_approval'>
> {
  const { memberId } = actor;
  if (memberId === undefined || !isPerson(actor)) return refusal('session_required');
  // A restricted member sees only what is assigned to them, and may not approve.
  if (actor.restrictedTo !== undefined) return refusal('approval_outdated');
  const pending = await findPending(db, record);
  if (!pending || pending.contentHash !== contentHash(content)) return refusal('approval_outdated');
  if (pending.approverId !== null && pending.approverId !== memberId) return refusal('approval_outdated');
  const selfApproved = memberId === pending.submittedById || memberId === pending.submittedWithKeyOfId;
  const couldAnotherApprove =
    pending.othersCouldApprove === true || (selfApproved && (await couldOtherApprove({ db, ports }, memberId, mayApprove)));
  if (selfApproved && couldAnotherApprove) return refusal('self_approval');
  await endPending(db, pending.id, { status: 'approved', decidedById: memberId, selfApproved });
  return { selfApproved, submittedById: pending.submittedById };
}
