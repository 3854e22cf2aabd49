/** Queries that delete and count devices. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { type Device, selectComplianceStatus } from '#domain/devices/record';
import { isListed } from '#domain/devices/stored';
import type { OrganizationDatabase } from '#platform/database/handle';

/** Deletes a device; the database also deletes its agent session and findings (devices, rule 3). */
export async function deleteDevice(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('device').where('id', '=', id).execute();
}

export async function isActiveMember(db: OrganizationDatabase, id: string): Promise<boolean> {
  const row = await db.selectFrom('member').select('id').where('id', '=', id).where('is_active', '=', true).executeTakeFirst();
  return row !== undefined;
}

/**
 * @param managed computers that only device management knows
 * @param staleDays days without a check-in after which a computer with an agent is stale
 * @param staffDomains e-mail domains of the operator, whose staff is not counted
 */
export async function computeDeviceStats(
  db: OrganizationDatabase,
  managed: readonly Device[],
  staleDays: number,
  staffDomains: readonly string[],
): Promise<components['schemas']['DeviceStats']> {
  const holderIds = managed.flatMap(({ memberId }) => memberId ?? []);
  const [rows, membersWithoutDevice] = await Promise.all([
    db
      .selectFrom('device')
      .where(isListed)
      .select(['platform', 'source', selectComplianceStatus(sql<number>`${staleDays}`).as('status')])
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .select([
        countFailing('disk_encryption_enabled'),
        countFailing('antivirus_enabled'),
        countFailing('password_policy_set'),
        countFailing('screen_lock_enabled'),
      ])
      .groupBy(['platform', 'source', 'status'])
      .execute(),
    db
      .selectFrom('member')
      .where('is_active', '=', true)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('device').select('device.id').whereRef('device.member_id', '=', 'member.id'))),
      )
      .where(sql<boolean>`member.id <> all(${holderIds}::text[])`)
      .where(sql<boolean>`not (member.email_verified and split_part(member.email, '@', -1) = any(${staffDomains}::text[]))`)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  const stored = rows.map(({ platform, source, status, count }) => ({ platform, source, status, count }));
  const groups = [...stored, ...managed.map(({ platform, source, complianceStatus: status }) => ({ platform, source, status, count: 1 }))];
  const countWhere = (test: (group: (typeof groups)[number]) => boolean) => groups.filter(test).reduce((sum, { count }) => sum + count, 0);
  const sumFailing = (name: 'disk_encryption_enabled' | 'antivirus_enabled' | 'password_policy_set' | 'screen_lock_enabled') =>
    rows.reduce((sum, row) => sum + row[name], 0);
  return {
    total: countWhere(() => true),
    compliant: countWhere(({ status }) => status === 'compliant'),
    nonCompliant: countWhere(({ status }) => status === 'non_compliant'),
    stale: countWhere(({ status }) => status === 'stale'),
    notTracked: countWhere(({ status }) => status === 'not_tracked'),
    byPlatform: {
      macos: countWhere(({ platform }) => platform === 'macos'),
      windows: countWhere(({ platform }) => platform === 'windows'),
      linux: countWhere(({ platform }) => platform === 'linux'),
    },
    bySource: {
      agent: countWhere(({ source }) => source === 'agent'),
      device_management: countWhere(({ source }) => source === 'device_management'),
      integration: countWhere(({ source }) => source === 'integration'),
    },
    failingChecks: {
      disk_encryption: sumFailing('disk_encryption_enabled'),
      antivirus: sumFailing('antivirus_enabled'),
      password_policy: sumFailing('password_policy_set'),
      screen_lock: sumFailing('screen_lock_enabled'),
    },
    membersWithoutDevice: membersWithoutDevice.count,
  };
}

/** Counts the computers whose agent reported that the check failed. */
function countFailing<Column extends 'disk_encryption_enabled' | 'antivirus_enabled' | 'password_policy_set' | 'screen_lock_enabled'>(
  column: Column,
) {
  return sql<number>`count(*) filter (where device.source = 'agent' and device.last_check_in is not null and not ${sql.ref(`device.${column}`)})::integer`.as(
    column,
  );
}
