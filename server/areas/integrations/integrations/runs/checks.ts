/** Runs the checks of one connection, in a job (integrations, rule 2). */
import type { components } from '#generated/api';
import { checksOf } from '#providers/registry';
import { type Attempt, RunFailed } from '#platform/jobs/job-handlers';
import { connectionIdIn, openConnection } from '../queries/open-connection.ts';
import { executeRow, failureOf, isUnfinished, listRows, updateTasks, totalsOf } from './check-rows.ts';

type Result = components['schemas']['ConnectionChecksResult'];

export async function runChecks(attempt: Attempt): Promise<Result> {
  const connectionId = connectionIdIn(attempt.input);
  const usedConnection = await openConnection(attempt, connectionId);
  const { manifest } = usedConnection.connection;
  const checkOrder = checksOf(manifest).map(({ id }) => id);
  const rows = (await attempt.read((db) => listRows(db, attempt.id))).toSorted(
    (first, second) => checkOrder.indexOf(first.checkId) - checkOrder.indexOf(second.checkId),
  );
  // Continues after the checks that an earlier attempt has finished.
  for (const [index, row] of rows.entries())
    if (isUnfinished(row)) await executeRow(attempt, usedConnection, row, { index, total: rows.length });
  const endedRows = await attempt.read((db) => listRows(db, attempt.id));
  await updateTasks(attempt, manifest, endedRows);
  const error = failureOf(endedRows);
  if (error !== undefined) throw new RunFailed(error);
  return { connectionId, providerSlug: manifest.slug, checkRunIds: endedRows.map(({ id }) => id), ...totalsOf(endedRows) };
}
