/** Lists runs of checks and automations, and results of checks (evidence-export, rules 1 to 3 and 16). */
import { type Selectable, sql } from 'kysely';
import type { IntegrationCheckResult } from '#generated/database';
import { isRunOf, evidenceChecksOf } from '#domain/tasks/check-results';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Automation, durationOf, type EvidenceResult, type EvidenceRun, type EvidenceTask, runStatusOf } from '../rules/evidence.ts';

/** A run without its results, which are read separately. */
export type RunWithoutResults = Omit<EvidenceRun, 'results'>;

/** The last row of a batch, after which the next batch starts. */
interface BatchPosition {
  readonly id: string;
  readonly createdAt: string;
}

/** @returns a batch of runs, newest first. @param after the last run of the previous batch */
export function listRuns(
  db: OrganizationDatabase,
  task: EvidenceTask,
  automation: Pick<Automation, 'id' | 'name' | 'type'>,
  after: BatchPosition | undefined,
  limit: number,
): Promise<RunWithoutResults[]> {
  return automation.type === 'app_automation'
    ? listCheckRuns(db, task, automation, after, limit)
    : listCustomRuns(db, automation, after, limit);
}

async function listCheckRuns(
  db: OrganizationDatabase,
  { taskTemplateId }: EvidenceTask,
  { id: automationId, name: automationName }: Pick<Automation, 'id' | 'name'>,
  after: BatchPosition | undefined,
  limit: number,
): Promise<RunWithoutResults[]> {
  const runs = db
    .selectFrom('integration_check_run as r')
    .innerJoin('integration_connection as connection', 'connection.id', 'r.connection_id')
    .where('r.check_id', '=', automationId)
    .where(isRunOf(evidenceChecksOf(taskTemplateId ?? '').filter(({ checkId }) => checkId === automationId)))
    .select(['r.id', 'r.status', 'r.started_at', 'r.completed_at', 'r.total_checked', 'r.passed_count', 'r.failed_count'])
    .select(['r.error_message', 'r.logs', 'r.created_at'])
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit);
  const rows = await (after ? runs.where(isOlderThan(after)) : runs).execute();
  return rows.map((row) => ({
    id: row.id,
    type: 'app_automation',
    automationName,
    automationId,
    status: runStatusOf(row.status),
    startedAt: row.started_at,
    completedAt: row.completed_at,
    durationMs: durationOf(row.started_at, row.completed_at),
    totalChecked: row.total_checked,
    passedCount: row.passed_count,
    failedCount: row.failed_count,
    evaluationStatus: null,
    evaluationReason: null,
    logs: row.logs,
    output: null,
    error: row.error_message,
    createdAt: row.created_at,
  }));
}

async function listCustomRuns(
  db: OrganizationDatabase,
  { id: automationId, name: automationName }: Pick<Automation, 'id' | 'name'>,
  after: BatchPosition | undefined,
  limit: number,
): Promise<RunWithoutResults[]> {
  const runs = db
    .selectFrom('evidence_automation_run as r')
    .where('r.evidence_automation_id', '=', automationId)
    .where('r.version', 'is not', null)
    .select(['r.id', 'r.status', 'r.started_at', 'r.completed_at', 'r.run_duration', 'r.evaluation_status', 'r.evaluation_reason'])
    .select(['r.error', 'r.logs', 'r.output', 'r.created_at'])
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit);
  const rows = await (after ? runs.where(isOlderThan(after)) : runs).execute();
  return rows.map((row) => ({
    id: row.id,
    type: 'custom_automation',
    automationName,
    automationId,
    status: runStatusOf(row.status),
    startedAt: row.started_at,
    completedAt: row.completed_at,
    durationMs: row.run_duration ?? durationOf(row.started_at, row.completed_at),
    totalChecked: row.evaluation_status === null ? 0 : 1,
    passedCount: row.evaluation_status === 'pass' ? 1 : 0,
    failedCount: row.evaluation_status === 'fail' ? 1 : 0,
    evaluationStatus: row.evaluation_status,
    evaluationReason: row.evaluation_reason,
    logs: row.logs ?? null,
    output: row.output ?? null,
    error: row.error,
    createdAt: row.created_at,
  }));
}

function isOlderThan({ createdAt, id }: BatchPosition) {
  return sql<boolean>`(r.created_at, r.id) < (${createdAt}, ${id})`;
}

/**
 * @param after the position of the last result of the previous batch
 * @returns a batch of results of a check run, failed results first, and the position of its last result
 */
export async function listResults(
  db: OrganizationDatabase,
  runId: string,
  after: number,
  limit: number,
): Promise<{ readonly results: EvidenceResult[]; readonly last: number | undefined }> {
  const rows = await db
    .selectFrom('integration_check_result')
    .selectAll()
    .where('check_run_id', '=', runId)
    .where('place', '>', after)
    .orderBy('place')
    .limit(limit)
    .execute();
  return { results: rows.map(resultOf), last: rows.at(-1)?.place };
}

/** @returns a map from run id to the first results of the run, failed results first. @param maxResults the limit for each run */
export async function listFirstResults(
  db: OrganizationDatabase,
  runIds: readonly string[],
  maxResults: number,
): Promise<Map<string, EvidenceResult[]>> {
  const rows = runIds.length
    ? await db
        .selectFrom('integration_check_result')
        .selectAll()
        .where('check_run_id', 'in', runIds)
        .where('place', '<', maxResults)
        .orderBy('place')
        .execute()
    : [];
  return new Map([...Map.groupBy(rows, (row) => row.check_run_id)].map(([runId, runRows]) => [runId, runRows.map(resultOf)]));
}

function resultOf(row: Selectable<IntegrationCheckResult>): EvidenceResult {
  return {
    id: row.id,
    passed: row.passed,
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    title: row.title,
    description: row.description,
    severity: row.severity,
    remediation: row.remediation,
    evidence: row.evidence,
    collectedAt: row.collected_at,
  };
}
