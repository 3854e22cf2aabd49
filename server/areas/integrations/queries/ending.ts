/** The end of a connection's credentials, with everything that is under way with them. */
import type { Audit } from '../../../platform/audit/audit.ts';
import { differences } from '../../../platform/audit/changes.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { revokeToken } from '../../../domain/providers/access-token.ts';
import { destroyCredentials, findCredentials, openCredentials } from '../../../domain/providers/credentials.ts';
import { textIn } from '../../../domain/providers/manifest.ts';
import { settleWithout } from '../../../domain/tasks/settle.ts';
import type { Ports } from '../../../platform/ports/index.ts';
import { cancelRuns } from '../../../platform/jobs/cancel.ts';
import type { Connection } from './connections.ts';

/** @returns what is left to be done once it is kept: telling the provider, as well as that can be done */
export async function endConnection(
  db: OrganizationDatabase,
  { http, vault }: Ports,
  { id, manifest: { auth } }: Connection,
): Promise<(kept: boolean) => Promise<void>> {
  // Runs first, because a step of theirs holds its run before it touches the connection.
  await cancelRuns(db, await runsUnderWay(db, id));
  const stored = await findCredentials(db, id);
  await destroyCredentials(db, id);
  return async (kept) => {
    if (!kept || !stored || auth.type !== 'oauth2') return;
    const { fields, token } = await openCredentials(vault, id, stored);
    const url = textIn(fields, 'revokeUrl');
    if (token !== undefined && url) await revokeToken(http, url, auth, fields, token);
  };
}

/** Failed tasks do not stay so because of checks that can never be repeated. @param connectionId of the connection, which has ended */
export async function settleTasksWithout(
  { db, ports, audit }: { readonly db: OrganizationDatabase; readonly ports: Ports; readonly audit: Audit },
  connectionId: string,
): Promise<void> {
  for (const { id, from, to } of await settleWithout({ db, ports }, connectionId, new Date()))
    audit.did('Looked at task again without the integration', {
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
