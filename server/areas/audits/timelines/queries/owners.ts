/** Notifies the owners of an organization about its timelines. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { pageUrl } from '#domain/access/targets/pages';
import type { OrganizationDatabase } from '#platform/database/handle';
import { isStaff } from '#platform/identity/staff';
import { notify } from '#platform/mail/notify';
import type { Ports } from '#platform/ports/index';
import type { Notice } from '../rules/actions.ts';

/** The ports that notifications need, for the base URL of links and the e-mail domains of the operator. */
export type NoticePorts = Pick<Ports, 'appUrl' | 'access'>;

/**
 * Notifies the owners (timelines, rule 17).
 * @param timeline the timeline whose framework the notification links to
 * @param userId the acting user, who is not notified; null if the service acts
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
  const url = pageUrl({ appUrl }, db.organizationId, `/frameworks/${frameworkInstanceId}`);
  for (const { subject, text } of notices)
    await notify(db, { kind: 'taskReminders', userIds, subject, text: `${text}\n\n${url}\n`, appUrl: url });
}
