import { columnsOf } from '../../platform/database/columns.ts';

/** A control as the interface shows it, whichever area shows it. */
export const controlColumns = columnsOf(
  'control',
  'id',
  'organizationId',
  'name',
  'description',
  'lastReviewDate',
  'nextReviewDate',
  'archivedAt',
  'controlTemplateId',
  'createdAt',
  'updatedAt',
);
