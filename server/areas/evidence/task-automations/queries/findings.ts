/** Queries for the organization's connections, which supply automations with results of checks and with secrets. */
import { sql } from 'kysely';
import type { Manifest } from '#providers/manifest';
import { providers } from '#providers/providers/index';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

/** @returns the provider of a connection; undefined if the connection does not exist or is not active */
export async function findActiveProvider(db: OrganizationDatabase, id: string): Promise<Manifest | undefined> {
  const row = await db
    .selectFrom('integration_connection')
    .select('provider')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && providers.find(row.provider);
}

/** @returns the newest run of a check that succeeded or failed; undefined if the check has no such run */
export function findLatestCheckRun(db: OrganizationDatabase, connectionId: string, checkId: string) {
  return db
    .selectFrom('integration_check_run as r')
    .innerJoin('integration_connection as connection', 'connection.id', 'r.connection_id')
    .select(columnsOf('integration_check_run as r', 'id', 'status', 'totalChecked', 'passedCount', 'failedCount', 'completedAt'))
    .select(['connection.provider', 'connection.variables'])
    .where('connection.deleted_at', 'is', null)
    .where('r.connection_id', '=', connectionId)
    .where('r.check_id', '=', checkId)
    .where('r.status', 'in', ['completed', 'failed'])
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** @returns the number of characters in the evidence of a check run */
export async function countEvidenceCharacters(db: OrganizationDatabase, checkRunId: string): Promise<number> {
  const row = await db
    .selectFrom('integration_check_result')
    .select(sql<string | null>`sum(length(evidence::text))`.as('size'))
    .where('check_run_id', '=', checkRunId)
    .executeTakeFirst();
  return Number(row?.size ?? 0);
}

/**
 * @param limit the maximum number of results
 * @returns the results of a check run, failed results first
 */
export function listFindings(db: OrganizationDatabase, checkRunId: string, limit: number) {
  return db
    .selectFrom('integration_check_result')
    .select(
      columnsOf(
        'integration_check_result',
        'passed',
        'resourceType',
        'resourceId',
        'title',
        'description',
        'severity',
        'remediation',
        'evidence',
        'collectedAt',
      ),
    )
    .where('check_run_id', '=', checkRunId)
    .orderBy('place')
    .limit(limit)
    .execute();
}
