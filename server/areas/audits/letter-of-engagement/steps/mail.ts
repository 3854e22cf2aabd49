/** Mails about letters. Members cannot turn them off, because they are part of a contract. */
import type { OrganizationDatabase } from '#platform/database/handle';
import { linkTo } from '#platform/links/page-url';
import { queueMail } from '#platform/mail/outbox';
import type { Ports } from '#platform/ports/index';
import type { MailText } from '../rules/mails.ts';
import type { Letter } from '../queries/letters.ts';
import { findMailAddress } from '../queries/people.ts';
import { openLink, type Party } from '../queries/signatures.ts';

export type MailPorts = Pick<Ports, 'appUrl' | 'appRoutes' | 'letters'>;

/** Returns whether a party signs with a link. Only auditors who are not members do. */
export function signsByLink({ auditorMemberId }: Pick<Letter, 'auditorMemberId'>, party: Party): boolean {
  return party === 'auditor' && auditorMemberId === null;
}

/** @returns the URL where a party signs. If the party signs with a link, creates a new link that replaces the previous one. */
export async function openSigningUrl(db: OrganizationDatabase, ports: MailPorts, letter: Letter, party: Party): Promise<string> {
  if (!signsByLink(letter, party) || letter.expiresAt === null)
    return linkTo(ports, db.organizationId, { type: 'engagement_letter', id: letter.id });
  return `${ports.letters.url}/${await openLink(db, letter.id, party, letter.expiresAt)}`;
}

/** Notifies the signers by mail. */
export async function mailParties(db: OrganizationDatabase, { signatures }: Letter, { subject, text }: MailText): Promise<void> {
  await queueMail(db, ...signatures.map(({ signerEmail: to }) => ({ to, subject, text })));
}

/** Notifies the member who drafted the letter by mail. */
export async function mailDrafter(db: OrganizationDatabase, { createdById }: Letter, mail: MailText): Promise<void> {
  const to = createdById === null ? undefined : await findMailAddress(db, createdById);
  if (to !== undefined) await queueMail(db, { to, ...mail });
}
