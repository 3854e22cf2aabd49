/** The columns that timelines and phases are read from. */
import { columnsOf } from '#platform/database/columns';

/** The stored columns of a timeline. */
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
  'lockedVia',
  'unlockedAt',
  'unlockedById',
  'unlockedVia',
  'unlockReason',
  'createdAt',
  'updatedAt',
  'version',
);

/** The stored columns of a phase that can change. */
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
  'completedVia',
  'readyForReview',
  'readyForReviewAt',
  'documentUrl',
  'documentName',
);
