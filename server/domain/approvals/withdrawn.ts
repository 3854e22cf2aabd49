import type { OrganizationContext } from '#platform/context';
import { toOneLine } from '#platform/mail/one-line';
import { actorName } from '#platform/mail/name-with-via';
import { notifyMembers } from './notify-members.ts';
import type { PendingApproval } from './stored.ts';

interface WithdrawnRecord {
  /** The display name of the record. */
  readonly name: string;
  readonly kind: 'policyNotifications' | 'taskAssignments';
  /** The page of the record. */
  readonly appUrl: string | null;
}

/** Notifies the submitter and the former approver that a submission was withdrawn, except the member who withdrew it. */
export async function notifyWithdrawn(
  context: Pick<OrganizationContext, 'db' | 'actor'>,
  { submittedById, approverId }: PendingApproval,
  { name, kind, appUrl }: WithdrawnRecord,
): Promise<void> {
  const link = appUrl === null ? '' : `\n${appUrl}\n`;
  await notifyMembers(context, [submittedById, approverId], {
    kind,
    subject: `Submission withdrawn: ${name}`,
    text: `${actorName(context.actor)} withdrew the submission of "${toOneLine(name)}" for approval.\n${link}`,
    appUrl,
  });
}
