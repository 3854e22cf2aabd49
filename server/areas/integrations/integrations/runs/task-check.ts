/** The job that runs one check for a task on every account of its provider (integrations, rules 2 and 5). */
import type { components } from '#generated/api';
import { isObject } from '#platform/json-object';
import { type Attempt, RunFailed } from '#platform/jobs/job-handlers';
import { findConnection } from '../queries/connections.ts';
import { openConnection } from '../queries/open-connection.ts';
import { type CheckRow, executeRow, failRow, failureOf, isOpen, listRows, updateTasks, totalsOf } from './check-rows.ts';

type Result = components['schemas']['TaskCheckResult'];

export async function runTaskCheck(attempt: Attempt): Promise<Result> {
  const taskId = taskIdIn(attempt.input);
  const rows = await attempt.read((db) => listRows(db, attempt.id));
  for (const [index, row] of rows.entries()) if (isOpen(row)) await onAccount(attempt, row, { index, total: rows.length });
  const ended = await attempt.read((db) => listRows(db, attempt.id));
  const [first] = ended;
  const connection = first && (await attempt.read((db) => findConnection(db, first.connectionId)));
  const settled = connection ? await updateTasks(attempt, connection.manifest, ended) : [];
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

/** An account that can no longer be used fails its own check run and does not stop the others. */
async function onAccount(attempt: Attempt, row: CheckRow, place: { readonly index: number; readonly total: number }): Promise<void> {
  try {
    await executeRow(attempt, await openConnection(attempt, row.connectionId), row, place);
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    await failRow(attempt, row, error.message, place);
  }
}

function taskIdIn(input: unknown): string {
  const { taskId }: { readonly taskId?: unknown } = isObject(input) ? input : {};
  if (typeof taskId !== 'string') throw new Error('the input of the run has no taskId');
  return taskId;
}
