/** Decides which statuses a request may set, and which columns they change (spec/areas/evidence/tasks, States). */
import type { components } from '#generated/api';
import { nextReviewDate } from '#domain/tasks/review-dates/next-review-date';
import { type FieldErrors, fieldErrors } from '#platform/refusals/field-errors';
import { columnsOfStatus, type TaskStatus } from '#domain/tasks/status';

type Schemas = components['schemas'];
type Task = Schemas['Task'];

export const inReviewNotAllowed = fieldErrors.notAllowed('must not be in_review, which submitting the task for review sets');
export const justificationRequired = fieldErrors.required('with the status not_relevant');
const justificationMisplaced = fieldErrors.notAllowed('is accepted only for tasks that are not relevant');

/** The fields of a request that concern the status. */
export interface StatusRequest {
  readonly status?: TaskStatus | undefined;
  readonly notRelevantJustification?: string | undefined;
}

/** @returns a map from field to validation error; undefined if the request is valid for these tasks */
export function validateStatus(tasks: readonly Pick<Task, 'status'>[], body: StatusRequest): FieldErrors | undefined {
  const { status: newStatus, notRelevantJustification: justification } = body;
  if (newStatus === 'in_review' && tasks.some(({ status }) => status !== newStatus)) return { status: inReviewNotAllowed };
  const isMissing = newStatus === 'not_relevant' && justification === undefined && tasks.some(({ status }) => status !== newStatus);
  if (isMissing) return { notRelevantJustification: justificationRequired };
  const isMisplaced = justification !== undefined && tasks.some(({ status }) => (newStatus ?? status) !== 'not_relevant');
  return isMisplaced ? { notRelevantJustification: justificationMisplaced } : undefined;
}

interface UpdateContext {
  readonly now: Date;
  /** Whether the organization requires approval of evidence. */
  readonly isApprovalEnabled: boolean;
}

/** @returns the columns that an update changes. The caller must have validated the status and found no obstacle to it. */
export function columnsToUpdate(before: Task, body: Schemas['TaskUpdate'], { now, isApprovalEnabled }: UpdateContext) {
  const { title, description, status = before.status, assigneeId, approverId, department, integrationScheduleFrequency } = body;
  const { frequency = before.frequency, reviewDate, notRelevantJustification: justification } = body;
  const newReviewDate =
    reviewDate === undefined && frequency !== before.frequency ? nextReviewDate(frequency, now).toISOString() : reviewDate;
  const removesApprover = !isApprovalEnabled && status !== 'in_review' && before.approverId !== null;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(assigneeId !== undefined && { assignee_id: assigneeId }),
    ...(removesApprover && { approver_id: null }),
    ...(approverId !== undefined && { approver_id: approverId }),
    ...(department !== undefined && { department }),
    ...(integrationScheduleFrequency !== undefined && { integration_schedule_frequency: integrationScheduleFrequency }),
    ...(frequency !== before.frequency && { frequency }),
    ...(newReviewDate !== undefined && { review_date: newReviewDate }),
    ...(justification !== undefined && { not_relevant_justification: justification }),
    ...(status !== before.status && status !== 'in_review' && columnsOfStatus(status, { now, frequency, reviewDate, justification })),
  };
}
export type TaskColumns = ReturnType<typeof columnsToUpdate>;
