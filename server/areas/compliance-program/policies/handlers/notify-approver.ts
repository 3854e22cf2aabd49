import type { components } from '#generated/api';
import type { OrganizationContext } from '#platform/context';
import { actorName } from '#platform/mail/name-with-via';
import { notify, withLink } from '#platform/mail/notify';

type Policy = Pick<components['schemas']['Policy'], 'id' | 'name' | 'approver'>;

/** Notifies the approver about a pending version (policies, rule 11). @param version the number of the version */
export async function notifyApprover(
  { db, actor, ports }: Pick<OrganizationContext, 'db' | 'actor' | 'ports'>,
  { id, name, approver }: Policy,
  version: number,
): Promise<void> {
  if (!approver) return;
  await notify(
    { db, ports },
    {
      kind: 'policyNotifications',
      userIds: [approver.user.id],
      subject: `Policy waits for your approval: ${name}`,
      text: withLink(`${actorName(actor)} asks you to approve version ${version} of the policy "${name}".`),
      record: { type: 'policy', id },
    },
  );
}
