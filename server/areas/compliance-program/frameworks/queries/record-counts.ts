/** Counts the records that are deleted with an adopted framework (frameworks, rule 21). */
import type { RemovedRecords } from '#contract/confirmation/require-confirmation';
import type { OrganizationDatabase } from '#platform/database/handle';

/** Tables whose rows are deleted with a framework, the permission to read the linked records, and the singular and plural of a row. */
const kinds = [
  ['requirement_map', ['control:read'], 'requirement map'],
  ['custom_requirement', undefined, 'requirement'],
  ['framework_control_policy', ['policy:read'], 'link to a policy', 'links to policies'],
  ['framework_control_task', ['task:read'], 'link to a task', 'links to tasks'],
  ['framework_control_document_type', ['control:read'], 'link to an evidence form', 'links to evidence forms'],
  ['framework_control_family', ['control:read'], 'control family', 'control families'],
  ['framework_sync_operation', undefined, 'sync'],
  ['timeline', undefined, 'timeline'],
] as const;

/** Counts the rows of all tables in one statement. */
export async function countRecordsOf(db: OrganizationDatabase, instanceId: string): Promise<RemovedRecords[]> {
  const counts = await db
    .selectNoFrom((eb) =>
      kinds.map(([table]) =>
        eb
          .selectFrom(table)
          .select(eb.fn.countAll<number>().as('count'))
          .where('framework_instance_id', '=', instanceId)
          .$asScalar()
          .as(table),
      ),
    )
    .executeTakeFirstOrThrow();
  return kinds.map(([table, readers, kind, plural = `${kind}s`]) => ({ count: counts[table] ?? 0, readers, kind, plural }));
}
