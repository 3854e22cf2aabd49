import type { components } from '#generated/api';
import { notifyMembers } from '#domain/approvals/notify-members';
import { pageUrl } from '#domain/access/targets/pages';
import type { OrganizationContext } from '#platform/context';
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
  const appUrl = pageUrl(context.ports, context.db.organizationId, `/policies/${id}`);
  await notifyMembers(context, [...new Set([submittedById, assigneeId])], {
    kind: 'policyNotifications',
    subject: `Changes of a policy were ${outcome}: ${name}`,
    text: `${actorName(context.actor)} ${outcome} version ${version} of the policy "${toOneLine(name)}".\n\n${appUrl}\n`,
    appUrl,
  });
}
