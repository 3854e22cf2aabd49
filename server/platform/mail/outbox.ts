import { sql } from 'kysely';
import type { OrganizationDatabase } from '../database/handle.ts';
import { newId } from '../database/ids.ts';
import { toHeaderText } from './one-line.ts';

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
const maxSubjectLength = 200;

/** @param subject may contain user text @returns one line of at most 200 characters, without encoded words */
export function subjectOf(subject: string): string {
  // The text is cut by characters, so that no surrogate pair is split.
  return [...toHeaderText(subject)].slice(0, maxSubjectLength).join('');
}

/**
 * Puts mails into the outbox in the transaction of the change: a change that is rolled back sends no mail, and a failure to send does not
 * fail the request.
 */
export async function queueMail(db: OrganizationDatabase, ...mails: readonly Mail[]): Promise<void> {
  if (!mails.length) return;
  const rows = mails.map(({ to, subject, text, attachments = [] }) => ({
    mail: { id: newId('mai'), recipient: to, subject: subjectOf(subject), text },
    attachments,
  }));
  // Arrays keep the number of parameters constant: a statement may have at most 65,535.
  const values = columns.map((column) => sql`${rows.map(({ mail }) => mail[column])}::text[]`);
  await db
    .insertInto('mail')
    .columns(columns)
    .expression(sql`select * from unnest(${sql.join(values)})`)
    .execute();
  const attachmentRows = rows.flatMap(({ mail, attachments }) =>
    attachments.map(({ name, type, content }) => ({ id: newId('maa'), mail_id: mail.id, name: toHeaderText(name), type, content })),
  );
  if (attachmentRows.length) await db.insertInto('mail_attachment').values(attachmentRows).execute();
}

/**
 * Queues mails without attachments if `isWanted` is true. The same query runs in both cases, so that the duration does not reveal whether
 * mails were queued.
 */
export async function queueMailIf(
  db: OrganizationDatabase,
  isWanted: boolean,
  ...mails: readonly Omit<Mail, 'attachments'>[]
): Promise<void> {
  const rows = mails.map(({ to, subject, text }) => ({ id: newId('mai'), recipient: to, subject: subjectOf(subject), text }));
  const values = columns.map((column) => sql`${rows.map((row) => row[column])}::text[]`);
  await db
    .insertInto('mail')
    .columns(columns)
    .expression(sql`select * from unnest(${sql.join(values)}) where ${isWanted}::boolean`)
    .execute();
}
