import { sql } from 'kysely';
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

const columns = ['id', 'recipient', 'subject', 'text'] as const;
const longestSubject = 200;

/** @param subject with texts of people @returns it in one line, of 200 characters at most */
export function subjectOf(subject: string): string {
  // By characters, since half of one is none.
  return [...inLine(subject)].slice(0, longestSubject).join('');
}

/** Puts mails into the outbox, in the transaction of what they are about: nothing is mailed that was not kept, and a mail that cannot be sent fails no request. */
export async function postMail(db: OrganizationDatabase, ...mails: readonly Mail[]): Promise<void> {
  if (!mails.length) return;
  const rows = mails.map(({ to, subject, text, attachments = [] }) => ({
    mail: { id: newId('mai'), recipient: to, subject: subjectOf(subject), text },
    attachments,
  }));
  // In as many parameters as one mail: a statement has 65,535 at most.
  const values = columns.map((column) => sql`${rows.map(({ mail }) => mail[column])}::text[]`);
  await db
    .insertInto('mail')
    .columns(columns)
    .expression(sql`select * from unnest(${sql.join(values)})`)
    .execute();
  const attached = rows.flatMap(({ mail, attachments }) =>
    attachments.map(({ name, type, content }) => ({ id: newId('maa'), mail_id: mail.id, name, type, content })),
  );
  if (attached.length) await db.insertInto('mail_attachment').values(attached).execute();
}

/** The same for one mail, asking the same of the database when it is not wanted: how long it takes tells nobody whether there was one. */
export async function postMailIf(
  db: OrganizationDatabase,
  isWanted: boolean,
  { to, subject, text }: Omit<Mail, 'attachments'>,
): Promise<void> {
  const values = [newId('mai'), to, subjectOf(subject), text].map((value) => sql<string>`${value}::text`);
  await db
    .insertInto('mail')
    .columns(columns)
    .expression(sql`select ${sql.join(values)} where ${isWanted}::boolean`)
    .execute();
}
