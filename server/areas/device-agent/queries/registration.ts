/** How a computer that registers is found among those that are known (spec/areas/device-agent, rule 2). */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { holdDevices } from '../../../domain/devices/hold.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';

type Registration = components['schemas']['DeviceRegistration'];
/** The session that is linked with the computer; undefined for an ordinary one, which leaves the link as it is. */
export type Linked = { readonly id: string; readonly expiresAt: string } | undefined;

/** @returns the id of the device, and whether it is new */
export async function registerDevice(
  db: OrganizationDatabase,
  memberId: string,
  registration: Registration,
  session: Linked,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  await holdDevices(db);
  const serialNumber = told(registration.serialNumber);
  const known = await findKnown(db, memberId, registration.hostname.trim(), serialNumber);
  const fields = {
    name: registration.name.trim(),
    hostname: registration.hostname.trim(),
    platform: registration.platform,
    os_version: registration.osVersion.trim(),
    source: 'agent' as const,
    ...(serialNumber !== undefined && { serial_number: serialNumber, is_duplicate_serial: known.isDuplicate }),
    // What is not told stays.
    hardware_model: told(registration.hardwareModel),
    agent_version: told(registration.agentVersion),
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

/** What an agent tells: trimmed, and nothing when it is blank. */
export function told(text: string | undefined): string | undefined {
  return text?.trim() || undefined;
}

interface Known {
  readonly id: string | undefined;
  /** Whether another member has the serial number. */
  readonly isDuplicate: boolean;
}

async function findKnown(db: OrganizationDatabase, memberId: string, hostname: string, serialNumber: string | undefined): Promise<Known> {
  const unnumbered = () =>
    first(db, (eb) => eb.and([eb('member_id', '=', memberId), eb('hostname', '=', hostname), eb('serial_number', 'is', null)]));
  if (serialNumber === undefined) return { id: (await unnumbered())?.id, isDuplicate: false };
  const held = await first(db, (eb) => eb.and([eb('serial_number', '=', serialNumber), eb('is_duplicate_serial', '=', false)]));
  if (held?.memberId === memberId) return { id: held.id, isDuplicate: false };
  const own = await first(db, (eb) =>
    eb.and([
      eb('serial_number', '=', serialNumber),
      eb('is_duplicate_serial', '=', true),
      eb('member_id', '=', memberId),
      eb('hostname', '=', hostname),
    ]),
  );
  return { id: (own ?? (await unnumbered()))?.id, isDuplicate: held !== undefined };
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
