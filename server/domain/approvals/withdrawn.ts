import type { OrganizationContext } from '#platform/context';
import type { RecordReference } from '#platform/links/records';
import { type NotificationContext, withLink } from '#platform/mail/notify';
import { toOneLine } from '#platform/mail/one-line';
import { actorName } from '#platform/mail/name-with-via';
import { notifyMembers } from './notify-members.ts';
import type { PendingApproval } from './stored.ts';

interface WithdrawnRecord {
  /** The display name of the record. */
  readonly name: string;
  readonly kind: 'policyNotifications' | 'taskAssignments';
  readonly record: RecordReference;
}

/** Notifies the submitter and the former approver that a submission was withdrawn, except the member who withdrew it. */
export async function notifyWithdrawn(
  context: NotificationContext & Pick<OrganizationContext, 'actor'>,
  { submittedById, approverId }: PendingApproval,
  { name, kind, record }: WithdrawnRecord,
): Promise<void> {
  await notifyMembers(context, [submittedById, approverId], {
    kind,
    subject: `Submission withdrawn: ${name}`,
    text: withLink(`${actorName(context.actor)} withdrew the submission of "${toOneLine(name)}" for approval.`),
    record,
  });
}
