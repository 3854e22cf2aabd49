/** The check runs of a run in the background: carried out one after the other, each with its own end (spec/areas/integrations, rule 2). */
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { carryOut, type Finding, type Outcome } from '../../../domain/providers/carry-out.ts';
import { checksOf } from '../../../domain/providers/registry.ts';
import type { Manifest } from '../../../domain/providers/manifest.ts';
import { templateOf } from '../../../domain/tasks/check-results.ts';
import { noteCheckRun, settleByChecks, type Settled } from '../../../domain/tasks/settle.ts';
import { differences } from '../../../platform/audit/changes.ts';
import type { Attempt } from '../../../platform/jobs/job-handlers.ts';
import { noteRefusal, noteUse, type OpenConnection } from '../queries/open-connection.ts';

/** One check on one connection, as it stands. */
export type CheckRow = Awaited<ReturnType<typeof listRows>>[number];

/** The check runs of a run, in the order in which they were queued. */
export function listRows(db: OrganizationDatabase, runId: string) {
  return db
    .selectFrom('integration_check_run')
    .select(columnsOf('integration_check_run', 'id', 'connectionId', 'checkId', 'status', 'failedCount', 'passedCount', 'errorMessage'))
    .where('run_id', '=', runId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Whether an attempt before this one has not ended it. */
export const isOpen = ({ status }: Pick<CheckRow, 'status'>): boolean => status === 'pending' || status === 'running';

/** Carries a check out, and keeps what it found. @param place of it among all of the run */
export async function carryOutRow(
  attempt: Attempt,
  open: OpenConnection,
  { id, checkId }: CheckRow,
  place: { readonly index: number; readonly total: number },
): Promise<void> {
  const { manifest, id: connectionId } = open.connection;
  const check = checksOf(manifest).find((one) => one.id === checkId);
  if (!check) throw new Error(`${manifest.slug} has no check ${checkId} any more`);
  await begin(attempt, id, place);
  const outcome = await carryOut(check, open.sourceFor, attempt.signal, open.secrets);
  await attempt.step(
    async (db) => {
      await finish(db, id, outcome);
      await noteUse(db, connectionId);
      await noteRefusal(db, open, outcome.thrown);
    },
    { done: place.index + 1, total: place.total },
  );
}

/** Ends a check that could not be carried out, because its connection cannot be used. @param error in words */
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
 * Tasks that the checks give evidence for get the status that follows from them (spec/areas/tasks, rule 17).
 * @returns the tasks that have another status now
 */
export async function settleTasks(attempt: Attempt, manifest: Manifest, ended: readonly CheckRow[]): Promise<Settled[]> {
  const found = ended.flatMap(({ checkId, status }) => {
    const template = templateOf(checksOf(manifest).find(({ id }) => id === checkId) ?? {});
    return template === undefined ? [] : [{ template, isConclusive: status === 'success' || status === 'failed' }];
  });
  if (!found.length) return [];
  const templates = [...new Set(found.map(({ template }) => template))];
  const complete = templates.filter((id) => found.every(({ template, isConclusive }) => template !== id || isConclusive));
  return attempt.step(async (db, audit) => {
    const now = new Date();
    await noteCheckRun({ db }, complete, now);
    const settled = await settleByChecks({ db, ports: attempt.ports }, templates, now);
    for (const { id, from, to } of settled)
      audit.did('Checks set the status of task', {
        entityType: 'task',
        entityId: id,
        changes: differences({ status: from }, { status: to }),
      });
    return settled;
  });
}

/** What they found together. */
export function totalsOf(rows: readonly CheckRow[]): { readonly totalFindings: number; readonly totalPassing: number } {
  const sum = (count: 'failedCount' | 'passedCount') => rows.reduce((total, row) => total + row[count], 0);
  return { totalFindings: sum('failedCount'), totalPassing: sum('passedCount') };
}

/** @returns why no check could be carried out: the provider has failed then, and not its checks; undefined when one could */
export function failureOf(rows: readonly CheckRow[]): string | undefined {
  const [error] = rows.flatMap(({ errorMessage }) => errorMessage ?? []);
  return rows.every(({ errorMessage }) => errorMessage !== null) ? error : undefined;
}

/** How many rows one statement writes. */
const batch = 500;

async function finish(db: OrganizationDatabase, id: string, { status, findings, logs, error }: Outcome): Promise<void> {
  const failed = findings.filter(({ passed }) => !passed).length;
  const rows = findings.map((finding, place) => rowOf(id, finding, place));
  for (let first = 0; first < rows.length; first += batch)
    await db
      .insertInto('integration_check_result')
      .values(rows.slice(first, first + batch))
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
