import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import { addressOf } from '../../../domain/targets/pages.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { isStaff } from '../../../platform/identity/staff.ts';
import { notify } from '../../../platform/mail/notify.ts';
import type { Ports } from '../../../platform/ports/index.ts';
import type { Notice } from '../rules/deeds.ts';

/** What a notice needs of the world: where links lead, and who belongs to the operator. */
export type NoticePorts = Pick<Ports, 'appUrl' | 'access'>;

/**
 * Notifies the owners (spec/areas/timelines, rule 17).
 * @param timeline whose framework the link leads to @param userId who acts and is not notified; null for the service itself
 */
export async function notifyOwners(
  db: OrganizationDatabase,
  { appUrl, access }: NoticePorts,
  { frameworkInstanceId }: Pick<components['schemas']['Timeline'], 'frameworkInstanceId'>,
  notices: readonly Notice[],
  userId: string | null,
): Promise<void> {
  if (!notices.length) return;
  const owners = await db
    .selectFrom('member')
    .select(['user_id as id', 'email', 'email_verified as isVerified'])
    .where('is_active', '=', true)
    .where(sql<boolean>`'owner' = any(roles)`, '=', true)
    .execute();
  const userIds = owners.filter((owner) => owner.id !== userId && !isStaff(owner, access.staffEmailDomains)).map(({ id }) => id);
  const address = addressOf({ appUrl }, db.organizationId, `/frameworks/${frameworkInstanceId}`);
  for (const { subject, text } of notices)
    await notify(db, { kind: 'taskReminders', userIds, subject, text: `${text}\n\n${address}\n`, appUrl: address });
}
