/** The job that runs checks of one connection (integrations, rule 2). */
import type { components } from '#generated/api';
import { checksOf } from '#providers/registry';
import { type Attempt, RunFailed } from '#platform/jobs/job-handlers';
import { connectionIdIn, openConnection } from '../queries/open-connection.ts';
import { executeRow, failureOf, isOpen, listRows, updateTasks, totalsOf } from './check-rows.ts';

type Result = components['schemas']['ConnectionChecksResult'];

export async function runChecks(attempt: Attempt): Promise<Result> {
  const connectionId = connectionIdIn(attempt.input);
  const open = await openConnection(attempt, connectionId);
  const { manifest } = open.connection;
  const order = checksOf(manifest).map(({ id }) => id);
  const rows = (await attempt.read((db) => listRows(db, attempt.id))).toSorted(
    (one, other) => order.indexOf(one.checkId) - order.indexOf(other.checkId),
  );
  // Continues where an earlier attempt stopped.
  for (const [index, row] of rows.entries()) if (isOpen(row)) await executeRow(attempt, open, row, { index, total: rows.length });
  const ended = await attempt.read((db) => listRows(db, attempt.id));
  await updateTasks(attempt, manifest, ended);
  const error = failureOf(ended);
  if (error !== undefined) throw new RunFailed(error);
  return { connectionId, providerSlug: manifest.slug, checkRunIds: ended.map(({ id }) => id), ...totalsOf(ended) };
}
