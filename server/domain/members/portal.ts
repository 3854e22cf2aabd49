/** The link to the employee portal, for members with the compliance obligation (spec/areas/people, rule 12). */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { postMail } from '../../platform/mail/post.ts';
import type { Ports } from '../../platform/ports/index.ts';

export function portalLink({ portalUrl }: Pick<Ports, 'portalUrl'>, organizationId: string): string {
  return `${portalUrl}/${organizationId}`;
}

export async function mailPortal(db: OrganizationDatabase, ports: Pick<Ports, 'portalUrl'>, email: string): Promise<void> {
  const name = await organizationName(db);
  const text = `${name} asks you to read and sign its policies and to take its security training. All of it is in the employee portal:\n\n${portalLink(ports, db.organizationId)}\n`;
  await postMail(db, { to: email, subject: `Your part in the compliance program of ${name}`, text });
}

/** What the organization is called, for mails. */
export async function organizationName(db: OrganizationDatabase): Promise<string> {
  return (await db.selectFrom('organization').select('name').executeTakeFirstOrThrow()).name;
}
