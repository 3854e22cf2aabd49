import type { OrganizationDatabase } from '../database/handle.ts';
import { newId } from '../database/ids.ts';
import { inLine } from './in-line.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  readonly attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly content: Buffer;
}

/** Puts mails into the outbox, in the transaction of what they are about: nothing is mailed that was not kept, and a mail that cannot be sent fails no request. */
export async function postMail(db: OrganizationDatabase, ...mails: readonly Mail[]): Promise<void> {
  if (!mails.length) return;
  const rows = mails.map(({ to, subject, text, attachments = [] }) => ({
    mail: { id: newId('mai'), recipient: to, subject: inLine(subject).slice(0, 200), text },
    attachments,
  }));
  await db
    .insertInto('mail')
    .values(rows.map(({ mail }) => mail))
    .execute();
  const attached = rows.flatMap(({ mail, attachments }) =>
    attachments.map(({ name, type, content }) => ({ id: newId('maa'), mail_id: mail.id, name, type, content })),
  );
  if (attached.length) await db.insertInto('mail_attachment').values(attached).execute();
}
