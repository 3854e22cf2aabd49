import type { components } from '#generated/api';
import { pageUrl } from '#domain/access/targets/pages';
import type { OrganizationContext } from '#platform/context';
import { actorName } from '#platform/mail/name-with-via';
import { notify } from '#platform/mail/notify';

type Policy = Pick<components['schemas']['Policy'], 'id' | 'name' | 'approver'>;

/** Notifies the approver that a version of the policy is pending (policies, rule 11). @param version its number */
export async function notifyApprover(
  { db, actor, ports }: Pick<OrganizationContext, 'db' | 'actor' | 'ports'>,
  { id, name, approver }: Policy,
  version: number,
): Promise<void> {
  if (!approver) return;
  const address = pageUrl(ports, db.organizationId, `/policies/${id}`);
  await notify(db, {
    kind: 'policyNotifications',
    userIds: [approver.user.id],
    subject: `Policy waits for your approval: ${name}`,
    text: `${actorName(actor)} asks you to approve version ${version} of the policy "${name}".\n\n${address}\n`,
    appUrl: address,
  });
}
