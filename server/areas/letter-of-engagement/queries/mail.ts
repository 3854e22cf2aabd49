/** Mails about letters. They are part of a contract, so nobody can switch them off. */
import { addressOf } from '../../../domain/targets/pages.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { postMail } from '../../../platform/mail/post.ts';
import type { Ports } from '../../../platform/ports/index.ts';
import type { Text } from '../rules/mails.ts';
import type { Letter } from './letters.ts';
import { findMailAddress } from './people.ts';
import { openLink, type Party } from './signatures.ts';

export type Mailing = Pick<Ports, 'appUrl' | 'letters'>;

/** Whether a party signs by a link: the auditor who is no member does. */
export function signsByLink({ auditorMemberId }: Pick<Letter, 'auditorMemberId'>, party: Party): boolean {
  return party === 'auditor' && auditorMemberId === null;
}

/** @returns where a party signs; a link is a new one, and takes the place of the one before */
export async function openAddress(db: OrganizationDatabase, ports: Mailing, letter: Letter, party: Party): Promise<string> {
  if (!signsByLink(letter, party) || letter.expiresAt === null)
    return addressOf(ports, db.organizationId, `/letters-of-engagement/${letter.id}`);
  return `${ports.letters.url}/${await openLink(db, letter.id, party, letter.expiresAt)}`;
}

/** Mails what happened to those who sign. */
export async function mailParties(db: OrganizationDatabase, { signatures }: Letter, { subject, text }: Text): Promise<void> {
  await postMail(db, ...signatures.map(({ signerEmail: to }) => ({ to, subject, text })));
}

/** Mails what happened to the member who has drafted the letter. */
export async function mailDrafter(db: OrganizationDatabase, { createdById }: Letter, text: Text): Promise<void> {
  const to = createdById === null ? undefined : await findMailAddress(db, createdById);
  if (to !== undefined) await postMail(db, { to, ...text });
}
