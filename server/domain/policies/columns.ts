import { sql } from 'kysely';
import { columnsOf } from '#platform/database/columns';

/** The columns of a policy in responses, except its document (`content`, `draftContent`), which only some queries add. */
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
    'version',
  ),
  sql<boolean>`policy.pdf_key is not null`.as('hasPdf'),
] as const;
