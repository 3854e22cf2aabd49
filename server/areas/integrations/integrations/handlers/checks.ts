/** Lists and runs the checks of a connection. */
import type { components } from '#generated/api';
import { changesOnCreate } from '#platform/audit/changes';
import { refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { toCheck } from '#providers/catalogue';
import { checksOf } from '#providers/registry';
import { findLatestRuns } from '../queries/check-runs.ts';
import { findConnection, lockConnection } from '../queries/connections.ts';
import { checkNotFound, connectionNotFound, noCredentials, notActive } from '../refusals.ts';
import { triggerOf } from '../rules/connections.ts';
import { enabledChecks, startChecks } from '../queries/start-checks.ts';

export const checks: Pick<Handlers<'integrations'>, 'listConnectionChecks' | 'runConnectionChecks'> = {
  async listConnectionChecks({ path, db }) {
    const connection = await findConnection(db, path.connectionId);
    if (!connection) return connectionNotFound();
    const enabledList = enabledChecks(connection);
    const latestRuns = await findLatestRuns(db, connection.id);
    const data = checksOf(connection.manifest).map((check): components['schemas']['ConnectionCheck'] => ({
      ...toCheck(check),
      enabled: enabledList.includes(check),
      lastRun: latestRuns.get(check.id) ?? null,
    }));
    return { status: 200, body: { data } };
  },

  async runConnectionChecks({ path, body, db, actor, audit }) {
    const connection = await lockConnection(db, path.connectionId);
    if (!connection) return connectionNotFound();
    const allChecks = checksOf(connection.manifest);
    const checksToRun = body.checkId === undefined ? enabledChecks(connection) : allChecks.filter(({ id }) => id === body.checkId);
    if (body.checkId !== undefined && !checksToRun.length) return checkNotFound();
    if (!allChecks.length) return refusal('provider_without_checks');
    if (!connection.hasCredentials) return noCredentials();
    if (connection.status !== 'active') return notActive(connection.status);
    const run = await startChecks(db, actor, connection, checksToRun, triggerOf(actor));
    if (!run) return refusal('check_running');
    audit.performed('Ran checks of integration', { changes: changesOnCreate({ checks: checksToRun.map(({ id }) => id) }) });
    return { status: 202, body: run };
  },
};
