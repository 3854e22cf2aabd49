import { sql } from 'kysely';
import { columnsOf } from '../../platform/database/columns.ts';

/** A policy as the interface shows it, whichever area shows it, without its texts. */
export const policyColumns = [
  ...columnsOf(
    'policy',
    'id',
    'organizationId',
    'name',
    'description',
    'status',
    'frequency',
    'department',
    'isRequiredToSign',
    'reviewDate',
    'isArchived',
    'lastArchivedAt',
    'archivedAt',
    'displayFormat',
    'visibility',
    'visibleToDepartments',
    'lastPublishedAt',
    'assigneeId',
    'approverId',
    'policyTemplateId',
    'currentVersionId',
    'pendingVersionId',
    'createdAt',
    'updatedAt',
  ),
  sql<boolean>`policy.pdf_key is not null`.as('hasPdf'),
] as const;
