/** Stores the check-ins of device agents and ends their sessions. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { LinkedSession } from './registration.ts';

type Result = components['schemas']['DeviceCheckResult'];

interface CheckInReport {
  readonly agentVersion: string | undefined;
  readonly session: LinkedSession;
}
type CheckType = components['schemas']['DeviceCheckType'];
const columns = {
  disk_encryption: 'disk_encryption_enabled',
  antivirus: 'antivirus_enabled',
  password_policy: 'password_policy_set',
  screen_lock: 'screen_lock_enabled',
} as const satisfies Record<CheckType, string>;

/**
 * Stores the reported results and fields; all other fields of the computer do not change (device-agent, rules 3, 4 and 13).
 * @param freshResults the results that are newer than the stored results, with their times by the clock of the service
 */
export async function checkIn(db: OrganizationDatabase, id: string, freshResults: readonly Result[], report: CheckInReport): Promise<void> {
  const passedColumns = Object.fromEntries(freshResults.map(({ checkType, passed }) => [columns[checkType], passed]));
  const details = Object.fromEntries(
    freshResults.map(({ checkType, passed, checkedAt, details: evidence }) => [checkType, { passed, checkedAt, ...evidence }]),
  );
  const { agentVersion, session } = report;
  await db
    .updateTable('device')
    .set({
      ...passedColumns,
      source: sql<'agent' | 'integration'>`case when ${isRegisteredSeparately} then source else 'agent' end`,
      ...(freshResults.length > 0 && {
        check_details: sql`coalesce(check_details, '{}') || ${JSON.stringify(details)}::jsonb`,
        last_check_in: sql<string>`now()`,
      }),
      // Fields that are not reported do not change.
      agent_version: agentVersion || undefined,
      ...(session && { agent_session_id: session.id, agent_session_until: session.expiresAt }),
    })
    .where('id', '=', id)
    .execute();
}

/** Whether the member's agent has registered the same computer in another record, which then remains the record of the agent. */
const isRegisteredSeparately = sql<boolean>`(device.serial_number is null and exists (select from device own
  where own.organization_id = device.organization_id and own.member_id = device.member_id and own.id <> device.id
    and own.source = 'agent' and own.serial_number is null and own.hostname = device.hostname
    and own.hardware_id is not distinct from device.hardware_id))`;

/** Ends the session of a computer by removing the link to it (device-agent, rule 3). @returns whether the computer had a session */
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

/** @returns whether the device belongs to the member */
export async function belongsTo(db: OrganizationDatabase, id: string, memberId: string): Promise<boolean> {
  const row = await db.selectFrom('device').select('id').where('id', '=', id).where('member_id', '=', memberId).executeTakeFirst();
  return row !== undefined;
}
