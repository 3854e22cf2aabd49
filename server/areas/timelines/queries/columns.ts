import { columnsOf } from '../../../platform/database/columns.ts';

/** What is stored of a timeline. */
export const timelineColumns = columnsOf(
  'timeline',
  'id',
  'organizationId',
  'frameworkInstanceId',
  'templateId',
  'trackKey',
  'cycleNumber',
  'status',
  'startDate',
  'pausedAt',
  'completedAt',
  'lockedAt',
  'lockedById',
  'unlockedAt',
  'unlockedById',
  'unlockReason',
  'createdAt',
  'updatedAt',
);

/** What is stored of a phase and may change. */
export const phaseColumns = columnsOf(
  'timeline_phase',
  'id',
  'phaseTemplateId',
  'name',
  'description',
  'groupLabel',
  'orderIndex',
  'status',
  'startDate',
  'endDate',
  'durationWeeks',
  'completionType',
  'locksTimelineOnComplete',
  'datesPinned',
  'regressedAt',
  'completedAt',
  'completedById',
  'readyForReview',
  'readyForReviewAt',
  'documentUrl',
  'documentName',
);
