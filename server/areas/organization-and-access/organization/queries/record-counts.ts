/** Counts the records of an organization. The counts are shown before the organization is deleted. */
import type { TenantTables } from '#generated/database';
import type { RemovedRecords } from '#contract/confirmation/require-confirmation';
import type { OrganizationDatabase } from '#platform/database/handle';

/** The kinds of records that users see: the table, permissions (one of them is enough to read the records), and the name of the kind. */
const kinds = [
  ['member', ['member:read'], 'member'],
  ['employee', ['member:read'], 'employee'],
  ['invitation', ['member:read'], 'invitation'],
  ['api_key', ['apiKey:read'], 'API key'],
  ['framework_instance', ['framework:read'], 'framework'],
  ['policy', ['policy:read'], 'policy', 'policies'],
  ['control', ['control:read'], 'control'],
  ['task', ['task:read'], 'task'],
  ['risk', ['risk:read'], 'risk'],
  ['vendor', ['vendor:read'], 'vendor'],
  ['finding', ['finding:read'], 'finding'],
  ['evidence_submission', ['evidence:read'], 'evidence submission'],
  ['questionnaire', ['questionnaire:read'], 'questionnaire'],
  ['knowledge_base_document', ['questionnaire:read'], 'knowledge base document'],
  ['integration_connection', ['integration:read'], 'connection'],
  ['device', ['app:read', 'member:read'], 'device'],
  ['stored_file', ['evidence:read'], 'file'],
] as const satisfies readonly (readonly [table: keyof TenantTables, readers: readonly string[], kind: string, plural?: string])[];

/** Counts the rows of all tables in one statement. */
export async function countRecords(db: OrganizationDatabase): Promise<RemovedRecords[]> {
  const counts = await db
    .selectNoFrom((eb) => kinds.map(([table]) => eb.selectFrom(table).select(eb.fn.countAll<number>().as('count')).$asScalar().as(table)))
    .executeTakeFirstOrThrow();
  return kinds.map(([table, readers, kind, plural = `${kind}s`]) => ({ count: counts[table] ?? 0, readers, kind, plural }));
}
