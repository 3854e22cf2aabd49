/** What checks and secrets of automations are taken from: the connections of the organization. */
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

/** @returns whether the organization has this connection, and it is active */
export async function isActiveConnection(db: OrganizationDatabase, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('integration_connection')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns the newest run of a check that has succeeded or failed */
export function findFinding(db: OrganizationDatabase, connectionId: string, checkId: string) {
  return db
    .selectFrom('integration_check_run as r')
    .innerJoin('integration_connection as connection', 'connection.id', 'r.connection_id')
    .select(columnsOf('integration_check_run as r', 'id', 'status', 'totalChecked', 'passedCount', 'failedCount', 'completedAt'))
    .where('connection.deleted_at', 'is', null)
    .where('r.connection_id', '=', connectionId)
    .where('r.check_id', '=', checkId)
    .where('r.status', 'in', ['success', 'failed'])
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** @returns the characters that the evidence of a check run has */
export async function sizeOfEvidence(db: OrganizationDatabase, checkRunId: string): Promise<number> {
  const row = await db
    .selectFrom('integration_check_result')
    .select(sql<string | null>`sum(length(evidence::text))`.as('size'))
    .where('check_run_id', '=', checkRunId)
    .executeTakeFirst();
  return Number(row?.size ?? 0);
}

/** @param most how many are read @returns the results of a check run; those that failed come first */
export function listFindings(db: OrganizationDatabase, checkRunId: string, most: number) {
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
    .limit(most)
    .execute();
}
