/** Which statuses a request may ask for, and what becomes of a task that gets one (spec/areas/tasks, States). */
import type { components } from '../../../../generated/api.d.ts';
import { nextReviewDate } from '../../../domain/review-dates/next.ts';
import { columnsOfStatus, type TaskStatus } from '../../../domain/tasks/status.ts';

type Schemas = components['schemas'];
type Task = Schemas['Task'];

export const notByHand = 'must not be in_review, which submitting the task for review sets';
export const justificationRequired = 'is required with the status not_relevant';
const justificationMisplaced = 'is accepted only for tasks that are not relevant';

/** What is asked of the status of tasks. */
export interface Asked {
  readonly status?: TaskStatus | undefined;
  readonly notRelevantJustification?: string | undefined;
}

/** @returns what is wrong with the request for these tasks, by field; undefined when nothing is */
export function statusFault(tasks: readonly Pick<Task, 'status'>[], asked: Asked): Readonly<Record<string, string>> | undefined {
  const { status: to, notRelevantJustification: justification } = asked;
  if (to === 'in_review' && tasks.some(({ status }) => status !== to)) return { status: notByHand };
  const isMissing = to === 'not_relevant' && justification === undefined && tasks.some(({ status }) => status !== to);
  if (isMissing) return { notRelevantJustification: justificationRequired };
  const isMisplaced = justification !== undefined && tasks.some(({ status }) => (to ?? status) !== 'not_relevant');
  return isMisplaced ? { notRelevantJustification: justificationMisplaced } : undefined;
}

interface Circumstances {
  readonly now: Date;
  /** Whether evidence needs approval. */
  readonly isOn: boolean;
}

/** @returns the columns that an update changes. It has passed `statusFault` and the lock. */
export function columnsOfUpdate(before: Task, body: Schemas['TaskUpdate'], { now, isOn }: Circumstances) {
  const { title, description, status = before.status, assigneeId, approverId, department, integrationScheduleFrequency } = body;
  const { frequency = before.frequency, reviewDate, notRelevantJustification } = body;
  const justification = notRelevantJustification?.trim();
  const due = reviewDate === undefined && frequency !== before.frequency ? nextReviewDate(frequency, now).toISOString() : reviewDate;
  const isLeftOver = !isOn && status !== 'in_review' && before.approverId !== null;
  return {
    ...(title !== undefined && { title: title.trim() }),
    ...(description !== undefined && { description }),
    ...(assigneeId !== undefined && { assignee_id: assigneeId }),
    ...(isLeftOver && { approver_id: null }),
    ...(approverId !== undefined && { approver_id: approverId }),
    ...(department !== undefined && { department: department === null ? null : department.trim() }),
    ...(integrationScheduleFrequency !== undefined && { integration_schedule_frequency: integrationScheduleFrequency }),
    ...(frequency !== before.frequency && { frequency }),
    ...(due !== undefined && { review_date: due }),
    ...(justification !== undefined && { not_relevant_justification: justification }),
    ...(status !== before.status && status !== 'in_review' && columnsOfStatus(status, { now, frequency, reviewDate, justification })),
  };
}
export type TaskColumns = ReturnType<typeof columnsOfUpdate>;
