/** Devices as a sync writes them. */
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { DeviceDecision, KnownDevice, SourceDevice } from '../rules/device-plan.ts';

/** The devices of the organization. Of those with one serial number, the one that was registered first comes last. */
export function knownDevices(db: OrganizationDatabase): Promise<KnownDevice[]> {
  return db
    .selectFrom('device')
    .select([
      'id',
      'source',
      'serial_number as serialNumber',
      'integration_connection_id as connectionId',
      'external_device_id as externalId',
    ])
    .orderBy('is_duplicate_serial', 'desc')
    .orderBy('id')
    .execute();
}

/** @returns the ids of the active members, by address */
export async function activeMembers(db: OrganizationDatabase): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('member').select(['id', 'email']).where('is_active', '=', true).execute();
  return new Map(rows.map(({ id, email }) => [email.toLowerCase(), id]));
}

type Writing = Extract<DeviceDecision, { status: 'imported' | 'updated' }>;

/** @returns the id of the device; undefined when somebody else was faster, or the device has become one of the agent */
export async function writeDevice(db: OrganizationDatabase, connectionId: string, decision: Writing): Promise<string | undefined> {
  const { device, memberId } = decision;
  if (!(await stillActive(db, memberId))) return undefined;
  if (device.externalId !== undefined)
    await release(db, connectionId, device.externalId, decision.status === 'updated' ? decision.deviceId : undefined);
  const columns = columnsOf(connectionId, memberId, device);
  if (decision.status === 'imported') {
    const row = await db
      .insertInto('device')
      .values({
        ...columns,
        id: newId('dev'),
        source: 'integration',
        hostname: device.hostname ?? device.name,
        os_version: device.osVersion ?? '',
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return row?.id;
  }
  const row = await db
    .updateTable('device')
    .set({
      ...columns,
      ...(device.hostname !== undefined && { hostname: device.hostname }),
      ...(device.osVersion !== undefined && { os_version: device.osVersion }),
    })
    .where('id', '=', decision.deviceId)
    .where('source', '=', 'integration')
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** What the source says takes the place of what it said before; what it does not say stays. */
function columnsOf(connectionId: string, memberId: string, device: SourceDevice) {
  return {
    member_id: memberId,
    name: device.name,
    platform: device.platform,
    integration_connection_id: connectionId,
    source_compliance: device.compliance ? JSON.stringify(device.compliance) : null,
    ...(device.serialNumber !== undefined && { serial_number: device.serialNumber }),
    ...(device.externalId !== undefined && { external_device_id: device.externalId }),
    ...(device.hardwareModel !== undefined && { hardware_model: device.hardwareModel }),
    ...(device.lastSeenAt !== undefined && { last_check_in: device.lastSeenAt }),
  };
}

/** The member is held, so that nobody deactivates them before the device is theirs. */
async function stillActive(db: OrganizationDatabase, memberId: string): Promise<boolean> {
  const member = await db.selectFrom('member').select('is_active').where('id', '=', memberId).forShare().executeTakeFirst();
  return member?.is_active === true;
}

/** Another device that had the id in the source is found by its serial number from now on. */
async function release(db: OrganizationDatabase, connectionId: string, externalId: string, deviceId: string | undefined): Promise<void> {
  const query = db
    .updateTable('device')
    .set({ external_device_id: null })
    .where('integration_connection_id', '=', connectionId)
    .where('external_device_id', '=', externalId);
  await (deviceId === undefined ? query : query.where('id', '<>', deviceId)).execute();
}
