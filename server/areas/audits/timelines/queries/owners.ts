/** Notifies the owners of an organization about its timelines. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { isStaff } from '#platform/identity/staff';
import type { LinkPorts } from '#platform/links/page-url';
import { notify, withLink } from '#platform/mail/notify';
import type { Ports } from '#platform/ports/index';
import type { Notice } from '../rules/actions.ts';

/** The ports that notifications need, for links and the e-mail domains of the operator. */
export type NoticePorts = LinkPorts & Pick<Ports, 'access'>;

/**
 * Notifies the owners (timelines, rule 17).
 * @param timeline the timeline that the notifications are about
 * @param userId the acting user, who is not notified; null if the service acts
 */
export async function notifyOwners(
  db: OrganizationDatabase,
  ports: NoticePorts,
  { id, frameworkInstanceId }: Pick<components['schemas']['Timeline'], 'id' | 'frameworkInstanceId'>,
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
  const userIds = owners.filter((owner) => owner.id !== userId && !isStaff(owner, ports.access.staffEmailDomains)).map(({ id }) => id);
  const record = { type: 'timeline', id, parent: { type: 'framework', id: frameworkInstanceId } } as const;
  for (const { subject, text } of notices)
    await notify({ db, ports }, { kind: 'taskReminders', userIds, subject, text: withLink(text), record });
}
