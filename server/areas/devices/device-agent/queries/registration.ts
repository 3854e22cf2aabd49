/** Matches a computer that registers with known ones (device-agent, rule 2). */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { lockDeviceRegistration } from '#domain/devices/lock';
import { usableIdentity } from '#domain/devices/placeholders';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';

type Registration = components['schemas']['DeviceRegistration'];
/** The session linked to the computer; undefined for an ordinary session, which leaves the link unchanged. */
export type LinkedSession = { readonly id: string; readonly expiresAt: string } | undefined;

/** @returns the id of the device, and whether it is new */
export async function registerDevice(
  db: OrganizationDatabase,
  memberId: string,
  registration: Registration,
  session: LinkedSession,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  await lockDeviceRegistration(db);
  const serialNumber = usableIdentity(registration.serialNumber);
  const hardwareId = usableIdentity(registration.hardwareId);
  const known = await findKnown(db, { memberId, hostname: registration.hostname, serialNumber, hardwareId });
  const fields = {
    name: registration.name,
    hostname: registration.hostname,
    platform: registration.platform,
    os_version: registration.osVersion,
    source: 'agent' as const,
    ...(serialNumber !== undefined && { serial_number: serialNumber, is_duplicate_serial: known.isDuplicate }),
    // Fields that are not reported, or blank, stay.
    hardware_id: hardwareId,
    hardware_model: registration.hardwareModel || undefined,
    agent_version: registration.agentVersion || undefined,
    ...(session && { agent_session_id: session.id, agent_session_until: session.expiresAt }),
  };
  if (known.id !== undefined) {
    await db.updateTable('device').set(fields).where('id', '=', known.id).execute();
    return { id: known.id, isNew: false };
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

/** Matches by serial number, else by hardware id, else by host name if neither is known. */
async function findKnown(db: OrganizationDatabase, { memberId, hostname, serialNumber, hardwareId }: Computer): Promise<KnownDevice> {
  const sameSerial =
    serialNumber === undefined
      ? undefined
      : await first(db, (eb) => eb.and([eb('serial_number', '=', serialNumber), eb('is_duplicate_serial', '=', false)]));
  if (sameSerial?.memberId === memberId) return { id: sameSerial.id, isDuplicate: false };
  const ownDuplicate =
    serialNumber === undefined
      ? undefined
      : await first(db, (eb) =>
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
      : await first(db, (eb) =>
          eb.and([
            eb('member_id', '=', memberId),
            eb('hardware_id', '=', hardwareId),
            // Different serial numbers mean different computers.
            ...(serialNumber === undefined ? [] : [eb('serial_number', 'is', null)]),
          ]),
        )) ??
    (await first(db, (eb) =>
      eb.and([
        eb('member_id', '=', memberId),
        eb('hostname', '=', hostname),
        eb('serial_number', 'is', null),
        eb('hardware_id', 'is', null),
      ]),
    ));
  return { id: match?.id, isDuplicate: sameSerial !== undefined };
}

function first(db: OrganizationDatabase, where: (eb: ExpressionBuilder<TenantTables, 'device'>) => Expression<SqlBool>) {
  return db
    .selectFrom('device')
    .select(['id', 'member_id as memberId'])
    .where(where)
    .orderBy('source')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}
