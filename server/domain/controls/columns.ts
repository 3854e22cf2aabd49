import { columnsOf } from '../../platform/database/columns.ts';

/** A control as the interface shows it, whichever area shows it, without what is derived (`asShown`). */
export const controlColumns = columnsOf(
  'control',
  'id',
  'organizationId',
  'name',
  'description',
  'ownerId',
  'lastReviewDate',
  'nextReviewDate',
  'archivedAt',
  'controlTemplateId',
  'externalId',
  'createdAt',
  'updatedAt',
);
