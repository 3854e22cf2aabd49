/** Registers a computer, and finds its record if the computer is already known (device-agent, rule 2). */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { lockDeviceRegistration } from '#domain/devices/lock';
import { usableIdentity } from '#domain/devices/placeholders';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';

type Registration = components['schemas']['DeviceRegistration'];
/** The agent session to link to the computer; undefined for an ordinary session, which does not change the link. */
export type LinkedSession = { readonly id: string; readonly expiresAt: string } | undefined;

/** @returns the id of the device, and whether its record is new */
export async function registerDevice(
  db: OrganizationDatabase,
  memberId: string,
  registration: Registration,
  session: LinkedSession,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  await lockDeviceRegistration(db);
  const serialNumber = usableIdentity(registration.serialNumber);
  const hardwareId = usableIdentity(registration.hardwareId);
  const knownDevice = await findKnownDevice(db, { memberId, hostname: registration.hostname, serialNumber, hardwareId });
  const fields = {
    name: registration.name,
    hostname: registration.hostname,
    platform: registration.platform,
    os_version: registration.osVersion,
    source: 'agent' as const,
    ...(serialNumber !== undefined && { serial_number: serialNumber, is_duplicate_serial: knownDevice.isDuplicate }),
    // Fields that are missing or empty in the request do not change.
    hardware_id: hardwareId,
    hardware_model: registration.hardwareModel || undefined,
    agent_version: registration.agentVersion || undefined,
    ...(session && { agent_session_id: session.id, agent_session_until: session.expiresAt }),
  };
  if (knownDevice.id !== undefined) {
    await db.updateTable('device').set(fields).where('id', '=', knownDevice.id).execute();
    return { id: knownDevice.id, isNew: false };
  }
  const id = newId('dev');
  await db
    .insertInto('device')
    .values({ id, member_id: memberId, ...fields })
    .execute();
  return { id, isNew: true };
}

interface KnownDevice {
  readonly id: string | undefined;
  /** Whether another member has the serial number. */
  readonly isDuplicate: boolean;
}

interface Computer {
  readonly memberId: string;
  readonly hostname: string;
  readonly serialNumber: string | undefined;
  readonly hardwareId: string | undefined;
}

/** Matches by serial number, otherwise by hardware id, otherwise by host name if the record has no serial number and no hardware id. */
async function findKnownDevice(db: OrganizationDatabase, { memberId, hostname, serialNumber, hardwareId }: Computer): Promise<KnownDevice> {
  const deviceWithSerial =
    serialNumber === undefined
      ? undefined
      : await findFirstDevice(db, (eb) => eb.and([eb('serial_number', '=', serialNumber), eb('is_duplicate_serial', '=', false)]));
  if (deviceWithSerial?.memberId === memberId) return { id: deviceWithSerial.id, isDuplicate: false };
  const ownDuplicate =
    serialNumber === undefined
      ? undefined
      : await findFirstDevice(db, (eb) =>
          eb.and([
            eb('serial_number', '=', serialNumber),
            eb('is_duplicate_serial', '=', true),
            eb('member_id', '=', memberId),
            eb('hostname', '=', hostname),
          ]),
        );
  const match =
    ownDuplicate ??
    (hardwareId === undefined
      ? undefined
      : await findFirstDevice(db, (eb) =>
          eb.and([
            eb('member_id', '=', memberId),
            eb('hardware_id', '=', hardwareId),
            // Records with different serial numbers are different computers.
            ...(serialNumber === undefined ? [] : [eb('serial_number', 'is', null)]),
          ]),
        )) ??
    (await findFirstDevice(db, (eb) =>
      eb.and([
        eb('member_id', '=', memberId),
        eb('hostname', '=', hostname),
        eb('serial_number', 'is', null),
        eb('hardware_id', 'is', null),
      ]),
    ));
  return { id: match?.id, isDuplicate: deviceWithSerial !== undefined };
}

function findFirstDevice(db: OrganizationDatabase, where: (eb: ExpressionBuilder<TenantTables, 'device'>) => Expression<SqlBool>) {
  return db
    .selectFrom('device')
    .select(['id', 'member_id as memberId'])
    .where(where)
    .orderBy('source')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}
