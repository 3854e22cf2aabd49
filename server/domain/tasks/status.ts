/** Decides whether a task status can be set, and which columns change with it (spec/areas/evidence/tasks, States). */
import { stateOf } from '#contract/states';
import type { components } from '#generated/api';
import { taskStatus } from '#generated/transitions';
import { refusal } from '#platform/refusals/refusal';
import { type Cadence, nextReviewDate } from './review-dates/next-review-date.ts';

export type TaskStatus = components['schemas']['TaskStatus'];

/** The statuses that scores and timelines count as complete. */
export const doneStatuses = ['done', 'not_relevant'] as const satisfies readonly TaskStatus[];

/** @returns whether the status counts as complete */
export const isDone = (status: TaskStatus): boolean => doneStatuses.some((done) => done === status);

/** The fields that decide whether a status can be set. */
export interface StatusObstacleFields {
  readonly status: TaskStatus;
  readonly approverId: string | null;
}

/** @returns the refusal of a status that cannot be set directly, with the statuses that can; undefined if it can be set */
export function checkStatusChange(task: StatusObstacleFields, to: TaskStatus, isApprovalOn: boolean) {
  const obstacle = statusObstacleOf(task, to, isApprovalOn);
  if (obstacle === undefined) return undefined;
  if (obstacle === 'task_in_review') return refusal(obstacle, stateOf(taskStatus, task.status));
  // Members set every status but `in_review`, which a submission sets.
  const allowed = taskStatus[task.status].filter(
    (status) => status !== 'in_review' && statusObstacleOf(task, status, isApprovalOn) === undefined,
  );
  return refusal(obstacle, { from: task.status, to, allowed });
}

/**
 * @param isApprovalOn whether the evidence of the organization's tasks needs approval
 * @returns the reason why a member cannot set the status directly; undefined if the status can be set or is the current status
 */
export function statusObstacleOf(
  { status, approverId }: StatusObstacleFields,
  to: TaskStatus,
  isApprovalOn: boolean,
): 'task_in_review' | 'task_has_approver' | undefined {
  if (status === to) return undefined;
  // A submission needs a decision, even if the organization has disabled approval since the submission.
  if (status === 'in_review') return 'task_in_review';
  return isApprovalOn && isDone(to) && approverId !== null ? 'task_has_approver' : undefined;
}

interface StatusInput {
  readonly now: Date;
  /** The frequency of the task after the change. */
  readonly frequency: Cadence | null;
  /** A review date that a member chose, which replaces the date derived from the frequency. */
  readonly reviewDate?: string | null | undefined;
  /** The reason why the task is not relevant. */
  readonly justification?: string | undefined;
}

/** @returns the columns to update with a new status; they clear a previous review and justification */
export function columnsOfStatus(status: Exclude<TaskStatus, 'in_review'>, { now, frequency, reviewDate, justification }: StatusInput) {
  const nextDate = reviewDate === undefined ? nextReviewDate(frequency, now).toISOString() : reviewDate;
  return {
    status,
    previous_status: null,
    // Only a later approval sets the approval time again.
    approved_at: null,
    not_relevant_justification: status === 'not_relevant' ? (justification ?? null) : null,
    ...(status === 'done' && { last_completed_at: now.toISOString(), review_date: nextDate }),
  };
}
