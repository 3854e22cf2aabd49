import type { components } from '#generated/api';
import { pageUrl } from '#domain/access/targets/pages';
import type { OrganizationContext } from '#platform/context';
import { actorName } from '#platform/mail/name-with-via';
import { notify } from '#platform/mail/notify';

type Policy = Pick<components['schemas']['Policy'], 'id' | 'name' | 'approver'>;

/** Notifies the approver about a pending version (policies, rule 11). @param version the number of the version */
export async function notifyApprover(
  { db, actor, ports }: Pick<OrganizationContext, 'db' | 'actor' | 'ports'>,
  { id, name, approver }: Policy,
  version: number,
): Promise<void> {
  if (!approver) return;
  const policyUrl = pageUrl(ports, db.organizationId, `/policies/${id}`);
  await notify(db, {
    kind: 'policyNotifications',
    userIds: [approver.user.id],
    subject: `Policy waits for your approval: ${name}`,
    text: `${actorName(actor)} asks you to approve version ${version} of the policy "${name}".\n\n${policyUrl}\n`,
    appUrl: policyUrl,
  });
}
