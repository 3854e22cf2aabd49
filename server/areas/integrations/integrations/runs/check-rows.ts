/** Executes the check runs of a background run one after the other, and finishes each separately (integrations, rule 2). */
import { sql } from 'kysely';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { runCheck, type Finding, type Outcome } from '#providers/run-check';
import { checksOf } from '#providers/registry';
import type { Manifest } from '#providers/manifest';
import { templateIdOf } from '#domain/tasks/check-results';
import { recordCheckRun, updateStatusByChecks, type StatusChange } from '#domain/tasks/automatic-status';
import { changesBetween } from '#platform/audit/changes';
import type { Attempt } from '#platform/jobs/job-handlers';
import { saveTokenRefusal, saveLastUse, type OpenConnection } from '../queries/open-connection.ts';

/** A check run with its current status. */
export type CheckRow = Awaited<ReturnType<typeof listRows>>[number];

/** Lists the check runs of a background run, in the order in which they were queued. */
export function listRows(db: OrganizationDatabase, runId: string) {
  return db
    .selectFrom('integration_check_run')
    .select(columnsOf('integration_check_run', 'id', 'connectionId', 'checkId', 'status', 'failedCount', 'passedCount', 'errorMessage'))
    .where('run_id', '=', runId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Whether a check run still has to be executed, because no earlier attempt has finished it. */
export const isUnfinished = ({ status }: Pick<CheckRow, 'status'>): boolean => status === 'pending' || status === 'running';

/** Executes a check and stores its results. @param position position of the check in the run, and the number of all checks */
export async function executeRow(
  attempt: Attempt,
  usedConnection: OpenConnection,
  { id, checkId }: CheckRow,
  position: { readonly index: number; readonly total: number },
): Promise<void> {
  const { manifest, id: connectionId } = usedConnection.connection;
  const check = checksOf(manifest).find((candidate) => candidate.id === checkId);
  if (!check) throw new Error(`${manifest.slug} has no check ${checkId} any more`);
  await beginRow(attempt, id, position);
  const outcome = await runCheck(check, usedConnection.sourceFor, attempt.signal, usedConnection.secrets);
  await attempt.step(
    async (db) => {
      await finishRow(db, id, outcome);
      await saveLastUse(db, connectionId);
      await saveTokenRefusal(db, usedConnection, outcome.thrownError);
    },
    { done: position.index + 1, total: position.total },
  );
}

/** Marks a check as failed because its connection cannot be used. @param error message that clients may see */
export async function failRow(
  attempt: Attempt,
  { id }: CheckRow,
  error: string,
  position: { readonly index: number; readonly total: number },
): Promise<void> {
  await beginRow(attempt, id, position);
  await attempt.step((db) => finishRow(db, id, { status: 'failed', findings: [], logs: [], error }), {
    done: position.index + 1,
    total: position.total,
  });
}

async function beginRow(attempt: Attempt, id: string, { index, total }: { readonly index: number; readonly total: number }): Promise<void> {
  await attempt.step(
    (db) =>
      db
        .updateTable('integration_check_run')
        .set({ status: 'running', started_at: new Date().toISOString() })
        .where('id', '=', id)
        .execute(),
    { done: index, total },
  );
}

/**
 * Updates the statuses of tasks for which the checks give evidence (tasks, rule 17).
 * @returns the tasks whose status changed
 */
export async function updateTasks(attempt: Attempt, manifest: Manifest, endedRows: readonly CheckRow[]): Promise<StatusChange[]> {
  const results = endedRows.flatMap(({ checkId, status }) => {
    const template = templateIdOf(checksOf(manifest).find(({ id }) => id === checkId) ?? {});
    return template === undefined ? [] : [{ template, isConclusive: status === 'completed' || status === 'failed' }];
  });
  if (!results.length) return [];
  const templates = [...new Set(results.map(({ template }) => template))];
  const conclusiveTemplates = templates.filter((id) => results.every(({ template, isConclusive }) => template !== id || isConclusive));
  return attempt.step(async (db, audit) => {
    const now = new Date();
    await recordCheckRun({ db }, conclusiveTemplates, now);
    const changes = await updateStatusByChecks({ db, ports: attempt.ports }, templates, now);
    for (const { id, from, to } of changes)
      audit.performed('Checks set the status of task', {
        entityType: 'task',
        entityId: id,
        changes: changesBetween({ status: from }, { status: to }),
      });
    return changes;
  });
}

/** @returns the total numbers of failed and passed results */
export function totalsOf(rows: readonly CheckRow[]): { readonly totalFindings: number; readonly totalPassing: number } {
  const sum = (count: 'failedCount' | 'passedCount') => rows.reduce((total, row) => total + row[count], 0);
  return { totalFindings: sum('failedCount'), totalPassing: sum('passedCount') };
}

/** @returns an error if no check could be executed, which means that the provider failed; otherwise undefined */
export function failureOf(rows: readonly CheckRow[]): string | undefined {
  const [error] = rows.flatMap(({ errorMessage }) => errorMessage ?? []);
  return rows.every(({ errorMessage }) => errorMessage !== null) ? error : undefined;
}

/** Maximum number of rows per statement. */
const batchSize = 500;

async function finishRow(db: OrganizationDatabase, id: string, { status, findings, logs, error }: Outcome): Promise<void> {
  const failedCount = findings.filter(({ passed }) => !passed).length;
  const rows = findings.map((finding, position) => toResultRow(id, finding, position));
  for (let start = 0; start < rows.length; start += batchSize)
    await db
      .insertInto('integration_check_result')
      .values(rows.slice(start, start + batchSize))
      .execute();
  await db
    .updateTable('integration_check_run')
    .set({
      status,
      completed_at: sql<string>`clock_timestamp()`,
      total_checked: findings.length,
      failed_count: failedCount,
      passed_count: findings.length - failedCount,
      logs: JSON.stringify(logs),
      error_message: error ?? null,
    })
    .where('id', '=', id)
    .execute();
}

function toResultRow(checkRunId: string, { resourceType, resourceId, collectedAt, evidence, ...finding }: Finding, position: number) {
  return {
    id: newId('icx'),
    check_run_id: checkRunId,
    place: position,
    ...finding,
    resource_type: resourceType,
    resource_id: resourceId,
    evidence: evidence === null ? null : JSON.stringify(evidence),
    collected_at: collectedAt,
  };
}
