/** What is kept here of a member's computers: results of policies, and the label under which device management has them. */
import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Member } from './record.ts';

/** By name of the policy. */
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
      ),
      sql<string>`${userId}::text`.as('userId'),
    ])
    .where('member_id', '=', id)
    .orderBy('policy_name')
    .orderBy('id')
    .execute();
}

/** Takes the label from the member, and the computers that the agent reports. */
export async function unlinkDevices(db: OrganizationDatabase, memberId: string): Promise<void> {
  await db.deleteFrom('device').where('member_id', '=', memberId).where('source', '=', 'agent').execute();
  await db.updateTable('member').set({ device_mgmt_label_id: null }).where('id', '=', memberId).execute();
}
