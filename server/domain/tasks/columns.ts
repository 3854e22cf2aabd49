import { columnsOf } from '../../platform/database/columns.ts';

/** A compliance task as the interface shows it, whichever area shows it. */
export const taskColumns = [
  ...columnsOf(
    'task',
    'id',
    'organizationId',
    'title',
    'description',
    'status',
    'automationStatus',
    'frequency',
    'integrationScheduleFrequency',
    'integrationLastRunAt',
    'department',
    'reviewDate',
    'lastCompletedAt',
    'assigneeId',
    'approverId',
    'approvedAt',
    'previousStatus',
    'notRelevantJustification',
    'taskTemplateId',
    'archivedAt',
    'createdAt',
    'updatedAt',
  ),
  'position as order',
] as const;
