/** The work of a sync of devices (spec/areas/integrations, rules 11 and 15). */
import type { components } from '../../../../generated/api.d.ts';
import type { Audit } from '../../../platform/audit/audit.ts';
import { added } from '../../../platform/audit/changes.ts';
import { isObject } from '../../../platform/json-object.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { holdDevices } from '../../../domain/devices/hold.ts';
import { isFailure, lineOf } from '../../../domain/providers/failures.ts';
import { type Attempt, RunFailed } from '../../../platform/jobs/job-handlers.ts';
import { activeMembers, knownDevices, writeDevice } from '../queries/devices.ts';
import { connectionIdIn, noteRefusal, noteUse, type OpenConnection, openConnection } from '../queries/open-connection.ts';
import { detailOf, type DeviceDecision, devicesAmong, planOf } from '../rules/device-plan.ts';
import { logOf, stillToDo, toldOf } from '../rules/entries.ts';
import { begin, finish, keep } from './sync-record.ts';
import { trusted } from '../../../platform/trusted.ts';

type Result = components['schemas']['DeviceSyncResult'];
type Detail = Result['devices'][number];

/** How many devices one transaction writes. */
const batch = 100;

export async function syncDevices(attempt: Attempt): Promise<Result> {
  const { input, id: runId, read, step } = attempt;
  const dryRun = isObject(input) && input.dryRun === true;
  const open = await openConnection(attempt, connectionIdIn(input));
  const { id: connectionId, manifest } = open.connection;
  const log = await step((db) => begin(db, runId));
  const { devices, dropped } = devicesAmong(await listOf(attempt, open));
  const here = await read(async (db) => ({ connectionId, devices: await knownDevices(db), members: await activeMembers(db) }));
  // What an attempt before this one has done is done.
  const details = trusted<Detail[]>(log.done('devices'), 'the sync itself stored them, in this type');
  const done = details.map(({ identifier }) => identifier);
  const plan = stillToDo(planOf(devices, here), done, ({ identifier }) => identifier);
  if (dryRun) details.push(...plan.map(detailOf));
  else
    for (let first = 0; first < plan.length; first += batch)
      await step(
        async (db, audit) => {
          // Neither another sync nor an agent that registers brings the same computers in meanwhile.
          await holdDevices(db);
          for (const decision of plan.slice(first, first + batch)) details.push(await apply(db, audit, open, decision));
          await keep(db, log.id, { devices: details });
        },
        { done: Math.min(first + batch, plan.length), total: plan.length },
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
    ...toldOf(dropped),
  };
  await step(async (db, audit) => {
    await finish(db, runId, {
      logId: log.id,
      result,
      checked: result.totalFound,
      errors: result.counts.error,
      logs: logOf(dropped),
    });
    await noteUse(db, connectionId);
    audit.did(dryRun ? 'Tried sync of devices' : 'Synced devices', { entityId: connectionId, changes: added(result.counts) });
  });
  return result;
}

async function listOf({ signal, step }: Attempt, open: OpenConnection): Promise<readonly unknown[]> {
  const {
    manifest: { slug, devices },
  } = open.connection;
  if (!devices) throw new Error(`${slug} has no devices any more`);
  try {
    return await devices(open.sourceFor(signal));
  } catch (error) {
    if (signal.aborted || !isFailure(error)) throw error;
    await step((db) => noteRefusal(db, open, error));
    throw new RunFailed(lineOf(error, open.secrets));
  }
}

async function apply(db: OrganizationDatabase, audit: Audit, { connection }: OpenConnection, decision: DeviceDecision): Promise<Detail> {
  if (decision.status === 'skipped') return detailOf(decision);
  const id = await writeDevice(db, connection.id, decision);
  if (id === undefined) return { identifier: decision.identifier, status: 'skipped', reason: 'changed in the meantime' };
  if (decision.status === 'imported')
    audit.did(`Imported device by sync from ${connection.manifest.slug}`, {
      entityType: 'people',
      entityId: decision.memberId,
      changes: added({ device: decision.device.name, serialNumber: decision.device.serialNumber ?? null }),
    });
  return detailOf(decision);
}
