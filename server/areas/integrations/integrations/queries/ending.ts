/** Ends the credentials of a connection and the runs that use them. */
import type { Audit } from '#platform/audit/audit';
import { differences } from '#platform/audit/changes';
import type { OrganizationDatabase } from '#platform/database/handle';
import { revokeToken } from '#providers/access-token';
import { deleteCredentials, findCredentials, openCredentials } from '#providers/credentials';
import { textValue } from '#providers/manifest';
import { updateStatusWithoutConnection } from '#domain/tasks/automatic-status';
import type { Ports } from '#platform/ports/index';
import { cancelRuns } from '#platform/jobs/cancel';
import type { Connection } from './connections.ts';

/** @returns a function for after the commit, which tries to revoke the token at the provider */
export async function endConnection(
  db: OrganizationDatabase,
  { http, vault }: Ports,
  { id, manifest: { auth } }: Connection,
): Promise<(kept: boolean) => Promise<void>> {
  // Runs are canceled first, because their steps lock the run before the connection.
  await cancelRuns(db, await runsUnderWay(db, id));
  const stored = await findCredentials(db, id);
  await deleteCredentials(db, id);
  return async (kept) => {
    if (!kept || !stored || auth.type !== 'oauth2') return;
    const { fields, token } = await openCredentials(vault, id, stored);
    const url = textValue(fields, 'revokeUrl');
    if (token !== undefined && url) await revokeToken(http, url, auth, fields, token);
  };
}

/** Reevaluates tasks whose failed checks can never be repeated. @param connectionId the connection that has ended */
export async function updateTasksWithoutConnection(
  { db, ports, audit }: { readonly db: OrganizationDatabase; readonly ports: Ports; readonly audit: Audit },
  connectionId: string,
): Promise<void> {
  for (const { id, from, to } of await updateStatusWithoutConnection({ db, ports }, connectionId, new Date()))
    audit.performed('Looked at task again without the integration', {
      entityType: 'task',
      entityId: id,
      changes: differences({ status: from }, { status: to }),
    });
}

async function runsUnderWay(db: OrganizationDatabase, connectionId: string): Promise<string[]> {
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
