/** Queries of the implementation statuses of controls that were copied from templates. */
import { implementationStatus } from '#domain/controls/implementation-status';
import type { OrganizationDatabase } from '#platform/database/handle';

/** Returns the implementation statuses of the active controls that were copied from templates, by template id. */
export async function findStatusesByTemplate(db: OrganizationDatabase) {
  const rows = await db
    .selectFrom('control')
    .select(['control_template_id as template', implementationStatus.as('status')])
    .where('control_template_id', 'is not', null)
    .where('archived_at', 'is', null)
    .execute();
  return new Map(rows.flatMap(({ template: templateId, status }) => (templateId === null ? [] : [[templateId, status] as const])));
}
