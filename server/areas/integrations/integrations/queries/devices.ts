/** Queries for the sync of devices. */
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { DeviceDecision, KnownDevice, SourceDevice } from '../rules/device-plan.ts';
import { normalizeEmailOrText } from '#platform/identity/email-address';

/** Lists the devices of the organization. Of those with the same serial number, the first registered is last, so that a map keeps it. */
export function listKnownDevices(db: OrganizationDatabase): Promise<KnownDevice[]> {
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

/** @returns the ids of active members, by e-mail address */
export async function findActiveMembers(db: OrganizationDatabase): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('member').select(['id', 'email']).where('is_active', '=', true).execute();
  return new Map(rows.map(({ id, email }) => [normalizeEmailOrText(email), id]));
}

type DeviceChange = Extract<DeviceDecision, { status: 'imported' | 'updated' }>;

/** @returns the id of the device, or undefined if another sync was faster, the agent took over the device, or the member is inactive */
export async function writeDevice(db: OrganizationDatabase, connectionId: string, decision: DeviceChange): Promise<string | undefined> {
  const { device, memberId } = decision;
  if (!(await lockActiveMember(db, memberId))) return undefined;
  if (device.externalId !== undefined)
    await clearExternalId(db, connectionId, device.externalId, decision.status === 'updated' ? decision.deviceId : undefined);
  const columns = toColumns(connectionId, memberId, device);
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

/** Returns the columns for which the source has values. Other columns do not change. */
function toColumns(connectionId: string, memberId: string, device: SourceDevice) {
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

/** Locks the member against deactivation until the device is assigned. @returns whether the member is active */
async function lockActiveMember(db: OrganizationDatabase, memberId: string): Promise<boolean> {
  const member = await db.selectFrom('member').select('is_active').where('id', '=', memberId).forShare().executeTakeFirst();
  return member?.is_active === true;
}

/** Removes an external id from all other devices of the connection, which can then be matched by serial number only. */
async function clearExternalId(
  db: OrganizationDatabase,
  connectionId: string,
  externalId: string,
  deviceId: string | undefined,
): Promise<void> {
  const query = db
    .updateTable('device')
    .set({ external_device_id: null })
    .where('integration_connection_id', '=', connectionId)
    .where('external_device_id', '=', externalId);
  await (deviceId === undefined ? query : query.where('id', '<>', deviceId)).execute();
}
