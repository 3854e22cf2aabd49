import type { components } from '#generated/api';
import { notifyMembers } from '#domain/approvals/notify-members';
import type { OrganizationContext } from '#platform/context';
import { withLink } from '#platform/mail/notify';
import { toOneLine } from '#platform/mail/one-line';
import { actorName } from '#platform/mail/name-with-via';
import type { StoredVersion } from '../queries/versions.ts';

interface Decision {
  readonly version: Pick<StoredVersion, 'version'>;
  /** The member id of the submitter. */
  readonly submittedById: string | null;
  readonly outcome: 'approved' | 'denied';
}

/** Notifies the submitter and the owner of the policy about the decision of the approver (policies, rule 11). */
export async function notifyDecision(
  context: Pick<OrganizationContext, 'db' | 'actor' | 'ports'>,
  { id, name, assigneeId }: Pick<components['schemas']['Policy'], 'id' | 'name' | 'assigneeId'>,
  { version: { version }, submittedById, outcome }: Decision,
): Promise<void> {
  await notifyMembers(context, [...new Set([submittedById, assigneeId])], {
    kind: 'policyNotifications',
    subject: `Changes of a policy were ${outcome}: ${name}`,
    text: withLink(`${actorName(context.actor)} ${outcome} version ${version} of the policy "${toOneLine(name)}".`),
    record: { type: 'policy', id },
  });
}
