/** Reads stored computers in the format of the API (spec/areas/devices/devices). */
import { type Expression, type QueryCreator, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { trusted } from '#platform/trusted';
import { personColumns, personFromRow } from '#domain/people/members/person';

export type Device = components['schemas']['Device'];
type Status = components['schemas']['DeviceComplianceStatus'];

const columns = columnsOf(
  'device',
  'id',
  'organizationId',
  'name',
  'hostname',
  'platform',
  'osVersion',
  'serialNumber',
  'hardwareId',
  'hardwareModel',
  'source',
  'memberId',
  'diskEncryptionEnabled',
  'antivirusEnabled',
  'passwordPolicySet',
  'screenLockEnabled',
  'checkDetails',
  'sourceCompliance',
  'integrationConnectionId',
  'externalDeviceId',
  'agentVersion',
  'lastCheckIn',
  'installedAt',
  'createdAt',
  'updatedAt',
  'version',
);

/** Whether the computer's last report passed all four checks. */
export const passesAll = sql<boolean>`(device.disk_encryption_enabled and device.antivirus_enabled and device.password_policy_set and device.screen_lock_enabled)`;

/** @param staleDays as for `findDevice` @returns the SQL expression of the compliance status (devices, rule 11) */
export function selectComplianceStatus(staleDays: Expression<number>) {
  return sql<Status>`case when device.source = 'agent' then
      case when device.last_check_in is null or device.last_check_in < now() - make_interval(days => ${staleDays}::integer) then 'stale'
        when ${passesAll} then 'compliant' else 'non_compliant' end
    else case device.source_compliance ->> 'isCompliant' when 'true' then 'compliant' when 'false' then 'non_compliant' else 'not_tracked' end end`;
}

/** @returns a query for all stored computers with their holders, including computers that lists leave out (devices, rule 1) */
export function selectDevices(db: QueryCreator<TenantTables>, staleDays: Expression<number>) {
  return db
    .selectFrom('device')
    .innerJoin('member as holder', 'holder.id', 'device.member_id')
    .select([...columns, ...personColumns('holder')])
    .select([
      passesAll.as('isCompliant'),
      selectComplianceStatus(staleDays).as('complianceStatus'),
      sql<boolean>`coalesce(device.agent_session_until > now(), false)`.as('hasAgentSession'),
    ]);
}
type Row = Awaited<ReturnType<ReturnType<typeof selectDevices>['executeTakeFirstOrThrow']>>;

export function toDevice({
  holderId,
  holderUserId,
  holderName,
  holderEmail,
  holderImage,
  checkDetails,
  sourceCompliance,
  ...row
}: Row): Device {
  return {
    ...row,
    ...trusted<Pick<Device, 'checkDetails' | 'sourceCompliance'>>(
      { checkDetails, sourceCompliance },
      'the agent and the synchronization write them from requests that were checked',
    ),
    management: null,
    member: personFromRow({ holderId, holderUserId, holderName, holderEmail, holderImage }, 'holder'),
  };
}

/** @param staleDays days without a check-in after which a computer with an agent is stale */
export async function findDevice(db: OrganizationDatabase, id: string, staleDays: number): Promise<Device | undefined> {
  const row = await selectDevices(db, sql<number>`${staleDays}`)
    .where('device.id', '=', id)
    .executeTakeFirst();
  return row && toDevice(row);
}

/** @returns the computer, locked until the transaction ends; undefined if it does not exist */
export async function lockDevice(db: OrganizationDatabase, id: string, staleDays: number): Promise<Device | undefined> {
  const locked = await db.selectFrom('device').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return locked && findDevice(db, id, staleDays);
}

/** @returns the stored computers of a member, latest installation first @param staleDays as for `findDevice` */
export async function listDevicesOf(db: OrganizationDatabase, memberId: string, staleDays: number): Promise<Device[]> {
  const rows = await selectDevices(db, sql<number>`${staleDays}`)
    .where('device.member_id', '=', memberId)
    .orderBy('device.installed_at', 'desc')
    .orderBy('device.id', 'desc')
    .execute();
  return rows.map(toDevice);
}
