import { sql } from 'kysely';
import { columnsOf } from '#platform/database/columns';

/** The columns of a policy that every area returns, without its texts. */
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
    'audience',
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
