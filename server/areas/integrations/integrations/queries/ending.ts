/** Deletes the credentials of a connection and cancels the runs that use them. */
import type { Audit } from '#platform/audit/audit';
import { changesBetween } from '#platform/audit/changes';
import type { OrganizationDatabase } from '#platform/database/handle';
import { revokeToken } from '#providers/access-token';
import { deleteCredentials, findCredentials, openCredentials } from '#providers/credentials';
import { textValue } from '#providers/manifest';
import { updateStatusWithoutConnection } from '#domain/tasks/automatic-status';
import type { Ports } from '#platform/ports/index';
import { cancelRuns } from '#platform/jobs/cancel';
import type { Connection } from '../rules/connection.ts';
import { lockConnection } from './connections.ts';

/** @returns a function to call after the transaction, which tries to revoke the token at the provider if the change was committed */
export async function endConnection(
  db: OrganizationDatabase,
  { http, vault }: Ports,
  { id, manifest: { auth } }: Connection,
): Promise<(isCommitted: boolean) => Promise<void>> {
  const runIds = await findActiveRuns(db, id);
  // Runs are locked first, because each step of a run locks the run before the connection. The same order prevents deadlocks.
  if (runIds.length) await db.selectFrom('run').select('id').where('id', 'in', runIds).orderBy('id').forUpdate().execute();
  await lockConnection(db, id);
  await cancelRuns(db, runIds);
  const storedCredentials = await findCredentials(db, id);
  await deleteCredentials(db, id);
  return async (isCommitted) => {
    if (!isCommitted || !storedCredentials || auth.type !== 'oauth2') return;
    const { fields, token } = await openCredentials(vault, id, storedCredentials);
    const url = textValue(fields, 'revokeUrl');
    if (token !== undefined && url) await revokeToken(http, url, auth, fields, token);
  };
}

/** Updates tasks whose failed checks can never run again. @param connectionId the connection that has ended */
export async function updateTasksWithoutConnection(
  { db, ports, audit }: { readonly db: OrganizationDatabase; readonly ports: Ports; readonly audit: Audit },
  connectionId: string,
): Promise<void> {
  for (const { id, from, to } of await updateStatusWithoutConnection({ db, ports }, connectionId, new Date()))
    audit.performed('Looked at task again without the integration', {
      entityType: 'task',
      entityId: id,
      changes: changesBetween({ status: from }, { status: to }),
    });
}

async function findActiveRuns(db: OrganizationDatabase, connectionId: string): Promise<string[]> {
  const checks = db
    .selectFrom('integration_check_run')
    .select('run_id')
    .where('connection_id', '=', connectionId)
    .where('status', 'in', ['pending', 'running']);
  const syncs = db
    .selectFrom('integration_sync_log')
    .select('run_id')
    .where('connection_id', '=', connectionId)
    .where('status', 'in', ['pending', 'running']);
  const rows = await checks.union(syncs).execute();
  return rows.flatMap(({ run_id: runId }) => runId ?? []);
}
