/** Check runs of a background run, executed one after the other and finished separately (integrations, rule 2). */
import { sql } from 'kysely';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { runCheck, type Finding, type Outcome } from '#providers/run-check';
import { checksOf } from '#providers/registry';
import type { Manifest } from '#providers/manifest';
import { templateOf } from '#domain/tasks/check-results';
import { recordCheckRun, updateStatusByChecks, type StatusChange } from '#domain/tasks/automatic-status';
import { differences } from '#platform/audit/changes';
import type { Attempt } from '#platform/jobs/job-handlers';
import { saveTokenRefusal, saveLastUse, type OpenConnection } from '../queries/open-connection.ts';

/** A check run with its current status. */
export type CheckRow = Awaited<ReturnType<typeof listRows>>[number];

/** Lists the check runs of a run in the order in which they were queued. */
export function listRows(db: OrganizationDatabase, runId: string) {
  return db
    .selectFrom('integration_check_run')
    .select(columnsOf('integration_check_run', 'id', 'connectionId', 'checkId', 'status', 'failedCount', 'passedCount', 'errorMessage'))
    .where('run_id', '=', runId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Whether no earlier attempt has finished it. */
export const isOpen = ({ status }: Pick<CheckRow, 'status'>): boolean => status === 'pending' || status === 'running';

/** Executes a check and stores its results. @param place position among all checks of the run */
export async function executeRow(
  attempt: Attempt,
  open: OpenConnection,
  { id, checkId }: CheckRow,
  place: { readonly index: number; readonly total: number },
): Promise<void> {
  const { manifest, id: connectionId } = open.connection;
  const check = checksOf(manifest).find((one) => one.id === checkId);
  if (!check) throw new Error(`${manifest.slug} has no check ${checkId} any more`);
  await begin(attempt, id, place);
  const outcome = await runCheck(check, open.sourceFor, attempt.signal, open.secrets);
  await attempt.step(
    async (db) => {
      await finish(db, id, outcome);
      await saveLastUse(db, connectionId);
      await saveTokenRefusal(db, open, outcome.thrown);
    },
    { done: place.index + 1, total: place.total },
  );
}

/** Fails a check whose connection cannot be used. @param error message for clients */
export async function failRow(
  attempt: Attempt,
  { id }: CheckRow,
  error: string,
  place: { readonly index: number; readonly total: number },
): Promise<void> {
  await begin(attempt, id, place);
  await attempt.step((db) => finish(db, id, { status: 'failed', findings: [], logs: [], error }), {
    done: place.index + 1,
    total: place.total,
  });
}

async function begin(attempt: Attempt, id: string, { index, total }: { readonly index: number; readonly total: number }): Promise<void> {
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
 * Sets the statuses of the tasks that the checks give evidence for (tasks, rule 17).
 * @returns the tasks whose status changed
 */
export async function updateTasks(attempt: Attempt, manifest: Manifest, ended: readonly CheckRow[]): Promise<StatusChange[]> {
  const found = ended.flatMap(({ checkId, status }) => {
    const template = templateOf(checksOf(manifest).find(({ id }) => id === checkId) ?? {});
    return template === undefined ? [] : [{ template, isConclusive: status === 'success' || status === 'failed' }];
  });
  if (!found.length) return [];
  const templates = [...new Set(found.map(({ template }) => template))];
  const complete = templates.filter((id) => found.every(({ template, isConclusive }) => template !== id || isConclusive));
  return attempt.step(async (db, audit) => {
    const now = new Date();
    await recordCheckRun({ db }, complete, now);
    const settled = await updateStatusByChecks({ db, ports: attempt.ports }, templates, now);
    for (const { id, from, to } of settled)
      audit.performed('Checks set the status of task', {
        entityType: 'task',
        entityId: id,
        changes: differences({ status: from }, { status: to }),
      });
    return settled;
  });
}

/** Total counts of all checks. */
export function totalsOf(rows: readonly CheckRow[]): { readonly totalFindings: number; readonly totalPassing: number } {
  const sum = (count: 'failedCount' | 'passedCount') => rows.reduce((total, row) => total + row[count], 0);
  return { totalFindings: sum('failedCount'), totalPassing: sum('passedCount') };
}

/** @returns the error if no check could be executed, which means that the provider failed; undefined otherwise */
export function failureOf(rows: readonly CheckRow[]): string | undefined {
  const [error] = rows.flatMap(({ errorMessage }) => errorMessage ?? []);
  return rows.every(({ errorMessage }) => errorMessage !== null) ? error : undefined;
}

/** Rows per statement. */
const batchSize = 500;

async function finish(db: OrganizationDatabase, id: string, { status, findings, logs, error }: Outcome): Promise<void> {
  const failed = findings.filter(({ passed }) => !passed).length;
  const rows = findings.map((finding, place) => rowOf(id, finding, place));
  for (let first = 0; first < rows.length; first += batchSize)
    await db
      .insertInto('integration_check_result')
      .values(rows.slice(first, first + batchSize))
      .execute();
  await db
    .updateTable('integration_check_run')
    .set({
      status,
      completed_at: sql<string>`clock_timestamp()`,
      total_checked: findings.length,
      failed_count: failed,
      passed_count: findings.length - failed,
      logs: JSON.stringify(logs),
      error_message: error ?? null,
    })
    .where('id', '=', id)
    .execute();
}

function rowOf(checkRunId: string, { resourceType, resourceId, collectedAt, evidence, ...finding }: Finding, place: number) {
  return {
    id: newId('icx'),
    check_run_id: checkRunId,
    place,
    ...finding,
    resource_type: resourceType,
    resource_id: resourceId,
    evidence: evidence === null ? null : JSON.stringify(evidence),
    collected_at: collectedAt,
  };
}
