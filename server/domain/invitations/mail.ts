import type { components } from '../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { postMail } from '../../platform/mail/post.ts';
import { organizationName, portalLink } from '../members/portal.ts';
import type { Ports } from '../../platform/ports/index.ts';

/**
 * Mails the link that an invitation is accepted with.
 * @param inviter name of who invites @param portal whether the way into the portal is in the mail too
 */
export async function mailInvitation(
  db: OrganizationDatabase,
  ports: Pick<Ports, 'appUrl' | 'portalUrl'>,
  { id, email, expiresAt }: components['schemas']['Invitation'],
  inviter: string,
  portal = false,
): Promise<void> {
  const name = await organizationName(db);
  const text = [
    `${inviter} invites you to join ${name}:`,
    `${ports.appUrl}/invite/${id}`,
    `The link works until ${expiresAt.slice(0, 10)}.`,
    ...(portal ? [`Once you have joined, this is the way into the employee portal: ${portalLink(ports, db.organizationId)}`] : []),
  ].join('\n\n');
  await postMail(db, { to: email, subject: `${inviter} invites you to ${name}`, text: `${text}\n` });
}
