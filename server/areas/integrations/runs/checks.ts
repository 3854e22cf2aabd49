/** The work of a run of checks of one connection (spec/areas/integrations, rule 2). */
import type { components } from '../../../../generated/api.d.ts';
import { checksOf } from '../../../domain/providers/registry.ts';
import { type Attempt, RunFailed } from '../../../platform/jobs/job-handlers.ts';
import { connectionIdIn, openConnection } from '../queries/open-connection.ts';
import { carryOutRow, failureOf, isOpen, listRows, settleTasks, totalsOf } from './check-rows.ts';

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
  for (const [index, row] of rows.entries()) if (isOpen(row)) await carryOutRow(attempt, open, row, { index, total: rows.length });
  const ended = await attempt.read((db) => listRows(db, attempt.id));
  await settleTasks(attempt, manifest, ended);
  const error = failureOf(ended);
  if (error !== undefined) throw new RunFailed(error);
  return { connectionId, providerSlug: manifest.slug, checkRunIds: ended.map(({ id }) => id), ...totalsOf(ended) };
}
