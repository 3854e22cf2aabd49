import type { components } from '../../../../generated/api.d.ts';
import { addressOf } from '../../../domain/targets/pages.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { notify } from '../../../platform/mail/notify.ts';

type Policy = Pick<components['schemas']['Policy'], 'id' | 'name' | 'approver'>;

/** Mails the approver that a version of the policy waits (spec/areas/policies, rule 11). @param version its number */
export async function askApprover(
  { db, actor, ports }: Pick<OrganizationContext, 'db' | 'actor' | 'ports'>,
  { id, name, approver }: Policy,
  version: number,
): Promise<void> {
  if (!approver) return;
  const address = addressOf(ports, db.organizationId, `/policies/${id}`);
  await notify(db, {
    kind: 'policyNotifications',
    userIds: [approver.user.id],
    subject: `Policy waits for your approval: ${name}`,
    text: `${actor.user?.name ?? 'Somebody'} asks you to approve version ${version} of the policy "${name}".\n\n${address}\n`,
    appUrl: address,
  });
}
