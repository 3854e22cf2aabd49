/** Queries for a member's computers: results of policies, and the label in device management. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Member } from '../rules/member.ts';

/** @returns the results of a member's policies, sorted by the name of the policy */
export function listPolicyResults(
  db: OrganizationDatabase,
  { id, userId }: Member,
): Promise<components['schemas']['DevicePolicyResult'][]> {
  return db
    .selectFrom('device_policy_result')
    .select([
      ...columnsOf(
        'device_policy_result',
        'id',
        'organizationId',
        'policyId',
        'policyName',
        'response',
        'attachments',
        'createdAt',
        'updatedAt',
        'version',
      ),
      sql<string>`${userId}::text`.as('userId'),
    ])
    .where('member_id', '=', id)
    .orderBy('policy_name')
    .orderBy('id')
    .execute();
}

/** @returns the number of computers that `unlinkDevices` deletes */
export async function countAgentDevices(db: OrganizationDatabase, memberId: string): Promise<number> {
  const { count } = await db
    .selectFrom('device')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .where('source', '=', 'agent')
    .executeTakeFirstOrThrow();
  return count;
}

/** Removes the label of device management from the member, and deletes the computers that the device agent reported. */
export async function unlinkDevices(db: OrganizationDatabase, memberId: string): Promise<void> {
  await db.deleteFrom('device').where('member_id', '=', memberId).where('source', '=', 'agent').execute();
  await db.updateTable('member').set({ device_mgmt_label_id: null }).where('id', '=', memberId).execute();
}
