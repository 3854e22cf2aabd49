/** What a status of a task brings with it, and when it cannot be set (spec/areas/tasks, States). */
import type { components } from '../../../generated/api.d.ts';
import { type Cadence, nextReviewDate } from '../review-dates/next.ts';

export type TaskStatus = components['schemas']['TaskStatus'];

/** Nothing is left to do: scores and timelines count such a task as complete. */
export const doneStatuses = ['done', 'not_relevant'] as const satisfies readonly TaskStatus[];

/** @returns whether nothing is left to do */
export const isDone = (status: TaskStatus): boolean => doneStatuses.some((done) => done === status);

/** What decides whether a status can be set. */
export interface Lockable {
  readonly status: TaskStatus;
  readonly approverId: string | null;
}

/**
 * @param isApprovalOn whether the evidence of the organization's tasks needs approval
 * @returns why somebody cannot set this status directly; undefined when it can be set, and for the current one
 */
export function lockOf(
  { status, approverId }: Lockable,
  to: TaskStatus,
  isApprovalOn: boolean,
): 'task_in_review' | 'task_has_approver' | undefined {
  if (!isApprovalOn || status === to) return undefined;
  if (status === 'in_review') return 'task_in_review';
  return to === 'done' && approverId !== null ? 'task_has_approver' : undefined;
}

interface Circumstances {
  readonly now: Date;
  /** Of the task, as it will be. */
  readonly frequency: Cadence | null;
  /** As somebody has set it, instead of the one that follows from the frequency. */
  readonly reviewDate?: string | null | undefined;
  /** Of a task that is not relevant. */
  readonly justification?: string | undefined;
}

/** @returns the columns that a task gets with a new status: nothing is left of a review or of an earlier justification */
export function columnsOfStatus(status: Exclude<TaskStatus, 'in_review'>, { now, frequency, reviewDate, justification }: Circumstances) {
  const next = reviewDate === undefined ? nextReviewDate(frequency, now).toISOString() : reviewDate;
  return {
    status,
    previous_status: null,
    not_relevant_justification: status === 'not_relevant' ? (justification ?? null) : null,
    ...(status === 'done' && { last_completed_at: now.toISOString(), review_date: next }),
  };
}
