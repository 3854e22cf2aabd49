import type { OrganizationDatabase } from '../database/handle.ts';
import { newId } from '../database/ids.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** Puts mails into the outbox, in the transaction of what they are about: nothing is mailed that was not kept, and a mail that cannot be sent fails no request. */
export async function postMail(db: OrganizationDatabase, ...mails: readonly Mail[]): Promise<void> {
  if (!mails.length) return;
  await db
    .insertInto('mail')
    .values(mails.map(({ to, subject, text }) => ({ id: newId('mai'), recipient: to, subject: inOneLine(subject), text })))
    .execute();
}

/** What a person wrote may be in it, and a header has one line. */
function inOneLine(subject: string): string {
  return subject.replace(/\s+/g, ' ').trim().slice(0, 200);
}
