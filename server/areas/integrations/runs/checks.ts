/** The work of a run of checks: one check after the other, each with its own end (spec/areas/integrations, rule 2). */
import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { carryOut, type Finding, type Outcome } from '../../../domain/providers/carry-out.ts';
import { checksOf } from '../../../domain/providers/registry.ts';
import { type Attempt, RunFailed } from '../../../platform/jobs/job-handlers.ts';
import { connectionIdIn, noteRefusal, noteUse, openConnection } from '../queries/open-connection.ts';

type Result = components['schemas']['ConnectionChecksResult'];

export async function runChecks(attempt: Attempt): Promise<Result> {
  const connectionId = connectionIdIn(attempt.input);
  const open = await openConnection(attempt, connectionId);
  const { manifest } = open.connection;
  const order = checksOf(manifest).map(({ id }) => id);
  const rows = (await attempt.read((db) => listRows(db, attempt.id))).toSorted(
    (one, other) => order.indexOf(one.checkId) - order.indexOf(other.checkId),
  );
  // An attempt goes on where the one before has ended.
  for (const [index, { id, checkId, status }] of rows.entries()) {
    if (status !== 'pending' && status !== 'running') continue;
    const check = checksOf(manifest).find((one) => one.id === checkId);
    if (!check) throw new Error(`${manifest.slug} has no check ${checkId} any more`);
    await attempt.step(
      (db) =>
        db
          .updateTable('integration_check_run')
          .set({ status: 'running', started_at: new Date().toISOString() })
          .where('id', '=', id)
          .execute(),
      { done: index, total: rows.length },
    );
    const outcome = await carryOut(check, open.sourceFor, attempt.signal, open.secrets);
    await attempt.step(
      async (db) => {
        await finish(db, id, outcome);
        await noteUse(db, connectionId);
        await noteRefusal(db, open, outcome.thrown);
      },
      { done: index + 1, total: rows.length },
    );
  }
  const ended = await attempt.read((db) => listRows(db, attempt.id));
  // A provider that could be asked for nothing has failed, and not its checks.
  const [error] = ended.flatMap(({ errorMessage }) => errorMessage ?? []);
  if (error !== undefined && ended.every(({ errorMessage }) => errorMessage !== null)) throw new RunFailed(error);
  const sum = (count: 'failedCount' | 'passedCount') => ended.reduce((total, row) => total + row[count], 0);
  return {
    connectionId,
    providerSlug: manifest.slug,
    checkRunIds: ended.map(({ id }) => id),
    totalFindings: sum('failedCount'),
    totalPassing: sum('passedCount'),
  };
}

function listRows(db: OrganizationDatabase, runId: string) {
  return db
    .selectFrom('integration_check_run')
    .select(columnsOf('integration_check_run', 'id', 'checkId', 'status', 'failedCount', 'passedCount', 'errorMessage'))
    .where('run_id', '=', runId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Rows in one statement. */
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
