/** Finds the last runs of checks on connections. */
import type { LastRuns } from '../rules/last-runs.ts';
import type { OrganizationDatabase } from '#platform/database/handle';

const selectLatestRuns = (db: OrganizationDatabase, connectionIds: readonly string[], checkIds: readonly string[]) =>
  db
    .selectFrom('integration_check_run')
    .distinctOn(['connection_id', 'check_id'])
    .select(['connection_id', 'check_id', 'status', 'created_at', 'completed_at', 'failed_count', 'passed_count', 'error_message'])
    .where('connection_id', 'in', connectionIds)
    .where('check_id', 'in', checkIds)
    .orderBy('connection_id')
    .orderBy('check_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');

/** @returns a function that returns the last runs of a check on a connection, or undefined if no run has ended with a result */
export async function findLastRuns(
  db: OrganizationDatabase,
  connectionIds: readonly string[],
  checkIds: readonly string[],
): Promise<(connectionId: string, checkId: string) => LastRuns | undefined> {
  if (!connectionIds.length || !checkIds.length) return () => undefined;
  const [attempts, conclusions] = await Promise.all([
    selectLatestRuns(db, connectionIds, checkIds).where('status', 'not in', ['pending', 'running', 'cancelled']).execute(),
    selectLatestRuns(db, connectionIds, checkIds).where('status', 'in', ['completed', 'failed']).execute(),
  ]);
  const keyOf = (connectionId: string, checkId: string) => `${connectionId} ${checkId}`;
  const conclusionsByKey = new Map(conclusions.map((row) => [keyOf(row.connection_id, row.check_id), row]));
  const runsByKey = new Map(
    attempts.map((row): [string, LastRuns] => {
      const runKey = keyOf(row.connection_id, row.check_id);
      const conclusion = conclusionsByKey.get(runKey);
      return [
        runKey,
        {
          attemptedAt: row.completed_at ?? row.created_at,
          concluded: conclusion && {
            at: conclusion.completed_at ?? conclusion.created_at,
            status: conclusion.status === 'completed' ? 'completed' : conclusion.error_message === null ? 'failed' : 'error',
            failed: conclusion.failed_count,
            passed: conclusion.passed_count,
          },
        },
      ];
    }),
  );
  return (connectionId, checkId) => runsByKey.get(keyOf(connectionId, checkId));
}
