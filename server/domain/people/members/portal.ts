/** Mails the link to the employee portal to members with compliance duties (people, rule 12). */
import type { OrganizationDatabase } from '#platform/database/handle';
import { queueMail } from '#platform/mail/outbox';
import type { Ports } from '#platform/ports/index';
import { portalLink } from '#platform/links/page-url';

export async function mailPortalLink(db: OrganizationDatabase, ports: Pick<Ports, 'portalUrl'>, email: string): Promise<void> {
  const name = await findOrganizationName(db);
  const text = `${name} asks you to read and sign its policies and to take its security training. All of it is in the employee portal:\n\n${portalLink(ports, db.organizationId)}\n`;
  await queueMail(db, { to: email, subject: `Your part in the compliance program of ${name}`, text });
}

/** @returns the name of the organization, for mails */
export async function findOrganizationName(db: OrganizationDatabase): Promise<string> {
  return (await db.selectFrom('organization').select('name').executeTakeFirstOrThrow()).name;
}
