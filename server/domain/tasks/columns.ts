import { columnsOf } from '#platform/database/columns';

/** The columns of a task that every area returns. */
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
    'version',
  ),
  'position as order',
] as const;
