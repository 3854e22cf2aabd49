/** Runs one check for a task on every account of its provider, in a job (integrations, rules 2 and 5). */
import type { components } from '#generated/api';
import { isObject } from '#platform/json-object';
import { type Attempt, RunFailed } from '#platform/jobs/job-handlers';
import { findConnection } from '../queries/connections.ts';
import { openConnection } from '../queries/open-connection.ts';
import { type CheckRow, executeRow, failRow, failureOf, isUnfinished, listRows, updateTasks, totalsOf } from './check-rows.ts';

type Result = components['schemas']['TaskCheckResult'];

export async function runTaskCheck(attempt: Attempt): Promise<Result> {
  const taskId = parseTaskId(attempt.input);
  const rows = await attempt.read((db) => listRows(db, attempt.id));
  for (const [index, row] of rows.entries()) if (isUnfinished(row)) await checkAccount(attempt, row, { index, total: rows.length });
  const endedRows = await attempt.read((db) => listRows(db, attempt.id));
  const [firstRow] = endedRows;
  const connection = firstRow && (await attempt.read((db) => findConnection(db, firstRow.connectionId)));
  const changedTasks = connection ? await updateTasks(attempt, connection.manifest, endedRows) : [];
  const error = failureOf(endedRows);
  if (error !== undefined) throw new RunFailed(error);
  const status = changedTasks.find(({ id }) => id === taskId)?.to;
  return {
    accountsRun: endedRows.length,
    ...totalsOf(endedRows),
    hadErrors: endedRows.some(({ errorMessage }) => errorMessage !== null),
    checkRunIds: endedRows.map(({ id }) => id),
    taskStatus: status === 'failed' || status === 'done' ? status : null,
  };
}

/** Runs the check on one account. If the account can no longer be used, only its own check run fails. */
async function checkAccount(attempt: Attempt, row: CheckRow, position: { readonly index: number; readonly total: number }): Promise<void> {
  try {
    await executeRow(attempt, await openConnection(attempt, row.connectionId), row, position);
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    await failRow(attempt, row, error.message, position);
  }
}

function parseTaskId(input: unknown): string {
  const { taskId }: { readonly taskId?: unknown } = isObject(input) ? input : {};
  if (typeof taskId !== 'string') throw new Error('the input of the run has no taskId');
  return taskId;
}
