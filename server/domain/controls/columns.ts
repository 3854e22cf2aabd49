import { columnsOf } from '#platform/database/columns';

/** The stored columns of a control that every area returns. `addDerivedFields` adds the derived fields. */
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
  'version',
);
