/** Syncs devices, in a job (integrations, rules 11 and 15). */
import type { components } from '#generated/api';
import type { Audit } from '#platform/audit/audit';
import { changesOnCreate } from '#platform/audit/changes';
import { isObject } from '#platform/json-object';
import type { OrganizationDatabase } from '#platform/database/handle';
import { lockDeviceRegistration } from '#domain/devices/lock';
import { isProviderFailure, reasonLineOf } from '#providers/failures';
import { hideSecrets } from '#providers/hide-secrets';
import { type Attempt, RunFailed } from '#platform/jobs/job-handlers';
import { findActiveMembers, listKnownDevices, writeDevice } from '../queries/devices.ts';
import { connectionIdIn, saveTokenRefusal, saveLastUse, type OpenConnection, openConnection } from '../queries/open-connection.ts';
import { detailOf, type DeviceDecision, parseDevices, planDevices } from '../rules/device-plan.ts';
import { toLogLines, remainingSteps, droppedSummaryOf } from '../rules/entries.ts';
import { startSyncRecord, finishSyncRecord, saveProgress } from './sync-record.ts';
import { trusted } from '#platform/trusted';

type Result = components['schemas']['DeviceSyncResult'];
type Detail = Result['devices'][number];

/** Maximum number of devices per transaction. */
const batchSize = 100;

export async function syncDevices(attempt: Attempt): Promise<Result> {
  const { input, id: runId, read, step } = attempt;
  const dryRun = isObject(input) && input.dryRun === true;
  const usedConnection = await openConnection(attempt, connectionIdIn(input));
  const { id: connectionId, manifest } = usedConnection.connection;
  const log = await step((db) => startSyncRecord(db, runId));
  const { devices, dropped } = parseDevices(await fetchDevices(attempt, usedConnection));
  const organization = await read(async (db) => ({
    connectionId,
    devices: await listKnownDevices(db),
    members: await findActiveMembers(db),
  }));
  // Devices that an earlier attempt has synced are skipped.
  const details = trusted<Detail[]>(log.done('devices'), 'the sync itself stored them, in this type');
  const syncedIdentifiers = details.map(({ identifier }) => identifier);
  const plan = remainingSteps(planDevices(devices, organization), syncedIdentifiers, ({ identifier }) => identifier);
  if (dryRun) details.push(...plan.map(detailOf));
  else
    for (let start = 0; start < plan.length; start += batchSize)
      await step(
        async (db, audit) => {
          // Prevents other syncs and agents that register from adding the same computers concurrently.
          await lockDeviceRegistration(db);
          for (const decision of plan.slice(start, start + batchSize))
            details.push(await applyDecision(db, audit, usedConnection, decision));
          await saveProgress(db, log.id, { devices: details });
        },
        { done: Math.min(start + batchSize, plan.length), total: plan.length },
      );
  const count = (status: Detail['status']) => details.filter((detail) => detail.status === status).length;
  const result: Result = {
    providerSlug: manifest.slug,
    connectionId,
    syncLogId: log.id,
    dryRun,
    totalFound: devices.length,
    counts: {
      imported: count('imported'),
      updated: count('updated'),
      skipped: count('skipped'),
      removed: count('removed'),
      error: count('error'),
    },
    devices: details,
    ...droppedSummaryOf(dropped),
  };
  await step(async (db, audit) => {
    await finishSyncRecord(db, runId, {
      logId: log.id,
      result,
      checked: result.totalFound,
      errors: result.counts.error,
      logs: toLogLines(dropped),
    });
    await saveLastUse(db, connectionId);
    audit.performed(dryRun ? 'Tried sync of devices' : 'Synced devices', {
      entityId: connectionId,
      changes: changesOnCreate(result.counts),
    });
  });
  return result;
}

async function fetchDevices({ signal, step }: Attempt, usedConnection: OpenConnection): Promise<readonly unknown[]> {
  const {
    manifest: { slug, devices },
  } = usedConnection.connection;
  if (!devices) throw new Error(`${slug} has no devices any more`);
  try {
    const source = usedConnection.sourceFor(signal);
    return await hideSecrets(await devices(source), usedConnection.secrets, source);
  } catch (error) {
    if (signal.aborted || !isProviderFailure(error)) throw error;
    await step((db) => saveTokenRefusal(db, usedConnection, error));
    throw new RunFailed(reasonLineOf(error, usedConnection.secrets));
  }
}

async function applyDecision(
  db: OrganizationDatabase,
  audit: Audit,
  { connection }: OpenConnection,
  decision: DeviceDecision,
): Promise<Detail> {
  if (decision.status === 'skipped') return detailOf(decision);
  const id = await writeDevice(db, connection.id, decision);
  if (id === undefined) return { identifier: decision.identifier, status: 'skipped', reason: 'changed in the meantime' };
  if (decision.status === 'imported')
    audit.performed(`Imported device by sync from ${connection.manifest.slug}`, {
      entityType: 'people',
      entityId: decision.memberId,
      changes: changesOnCreate({ device: decision.device.name, serialNumber: decision.device.serialNumber ?? null }),
    });
  return detailOf(decision);
}
