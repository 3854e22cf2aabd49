import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { type Linked, told } from './registration.ts';

type CheckIn = components['schemas']['DeviceCheckInCreate'];
type CheckType = components['schemas']['DeviceCheckType'];
const columns = {
  disk_encryption: 'disk_encryption_enabled',
  antivirus: 'antivirus_enabled',
  password_policy: 'password_policy_set',
  screen_lock: 'screen_lock_enabled',
} as const satisfies Record<CheckType, string>;

/** Only what is reported changes (spec/areas/device-agent, rules 3 and 4). */
export async function checkIn(db: OrganizationDatabase, id: string, { checks, agentVersion }: CheckIn, session: Linked): Promise<void> {
  const passed = Object.fromEntries(checks.map(({ checkType, passed: isPassed }) => [columns[checkType], isPassed]));
  const details = Object.fromEntries(
    checks.map(({ checkType, passed: isPassed, checkedAt, details: evidence }) => [
      checkType,
      { passed: isPassed, checkedAt: new Date(checkedAt).toISOString(), ...evidence },
    ]),
  );
  await db
    .updateTable('device')
    .set({
      ...passed,
      check_details: sql`coalesce(check_details, '{}') || ${JSON.stringify(details)}::jsonb`,
      source: sql<'agent' | 'integration'>`case when ${isRegisteredApart} then source else 'agent' end`,
      last_check_in: sql<string>`now()`,
      // What is not told stays.
      agent_version: told(agentVersion),
      ...(session && { agent_session_id: session.id, agent_session_until: session.expiresAt }),
    })
    .where('id', '=', id)
    .execute();
}

/** Whether the member's agent has registered the same computer under another record, which then stays the one of the agent. */
const isRegisteredApart = sql<boolean>`(device.serial_number is null and exists (select from device own
  where own.organization_id = device.organization_id and own.member_id = device.member_id and own.id <> device.id
    and own.source = 'agent' and own.serial_number is null and own.hostname = device.hostname))`;

/** The session goes with its link (spec/areas/device-agent, rule 3). @returns whether there was one */
export async function unlinkSession(db: OrganizationDatabase, id: string): Promise<boolean> {
  const [row] = await db
    .updateTable('device')
    .set({ agent_session_id: null, agent_session_until: null })
    .where('id', '=', id)
    .where('agent_session_id', 'is not', null)
    .returning('id')
    .execute();
  return row !== undefined;
}

/** @returns whether the device is one of the member's */
export async function isOf(db: OrganizationDatabase, id: string, memberId: string): Promise<boolean> {
  const row = await db.selectFrom('device').select('id').where('id', '=', id).where('member_id', '=', memberId).executeTakeFirst();
  return row !== undefined;
}
