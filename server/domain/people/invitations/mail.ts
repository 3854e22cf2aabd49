import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { queueMail } from '#platform/mail/outbox';
import { type LinkPorts, linkTo, portalLink } from '#platform/links/page-url';
import { findOrganizationName } from '../members/portal.ts';

/**
 * Mails the link to accept an invitation.
 * @param inviter the name of the inviting person @param portal whether the mail also contains the link to the employee portal
 */
export async function mailInvitation(
  db: OrganizationDatabase,
  ports: LinkPorts,
  { id, email, expiresAt }: Pick<components['schemas']['Invitation'], 'id' | 'email' | 'expiresAt'>,
  inviter: string,
  portal = false,
): Promise<void> {
  const name = await findOrganizationName(db);
  const text = [
    `${inviter} invites you to join ${name}:`,
    linkTo(ports, db.organizationId, { type: 'invitation', id }),
    `The link works until ${expiresAt.slice(0, 10)}.`,
    ...(portal ? [`Once you have joined, this is the way into the employee portal: ${portalLink(ports, db.organizationId)}`] : []),
  ].join('\n\n');
  await queueMail(db, { to: email, subject: `${inviter} invites you to ${name}`, text: `${text}\n` });
}
