/** The work of a run of one check for a task, on every account of its provider (spec/areas/integrations, rules 2 and 5). */
import type { components } from '../../../../generated/api.d.ts';
import { isObject } from '../../../platform/json-object.ts';
import { type Attempt, RunFailed } from '../../../platform/jobs/job-handlers.ts';
import { findConnection } from '../queries/connections.ts';
import { openConnection } from '../queries/open-connection.ts';
import { type CheckRow, carryOutRow, failRow, failureOf, isOpen, listRows, settleTasks, totalsOf } from './check-rows.ts';

type Result = components['schemas']['TaskCheckResult'];

export async function runTaskCheck(attempt: Attempt): Promise<Result> {
  const taskId = taskIdIn(attempt.input);
  const rows = await attempt.read((db) => listRows(db, attempt.id));
  for (const [index, row] of rows.entries()) if (isOpen(row)) await onAccount(attempt, row, { index, total: rows.length });
  const ended = await attempt.read((db) => listRows(db, attempt.id));
  const [first] = ended;
  const connection = first && (await attempt.read((db) => findConnection(db, first.connectionId)));
  const settled = connection ? await settleTasks(attempt, connection.manifest, ended) : [];
  const error = failureOf(ended);
  if (error !== undefined) throw new RunFailed(error);
  const status = settled.find(({ id }) => id === taskId)?.to;
  return {
    accountsRun: ended.length,
    ...totalsOf(ended),
    hadErrors: ended.some(({ errorMessage }) => errorMessage !== null),
    checkRunIds: ended.map(({ id }) => id),
    taskStatus: status === 'failed' || status === 'done' ? status : null,
  };
}

/** An account that cannot be used any more leaves its check run as well, and does not stop the others. */
async function onAccount(attempt: Attempt, row: CheckRow, place: { readonly index: number; readonly total: number }): Promise<void> {
  try {
    await carryOutRow(attempt, await openConnection(attempt, row.connectionId), row, place);
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    await failRow(attempt, row, error.message, place);
  }
}

function taskIdIn(input: unknown): string {
  const { taskId }: { readonly taskId?: unknown } = isObject(input) ? input : {};
  if (typeof taskId !== 'string') throw new Error('a run without its task');
  return taskId;
}
