/** Sends the mails in the outbox. Without a mail server they stay there. */
import { createTransport } from 'nodemailer';
import { sql } from 'kysely';
import type { SystemDatabase } from '../database/handle.ts';
import type { Log } from '../log.ts';

const everyMs = 2_000;
/** Maximum attempts to send a mail. */
export const maxAttempts = 8;

/** @param mail URL of the mail server, and the sender @returns a function that stops sending */
export function startMailSender(
  db: SystemDatabase,
  { url, from }: { readonly url: string | undefined; readonly from: string },
  log: Log,
): () => void {
  if (url === undefined) return () => undefined;
  const transport = createTransport(url);
  let isSending = false;
  const timer = setInterval(() => {
    if (isSending) return;
    isSending = true;
    sendDue()
      .catch((error: unknown) => log.warn({ err: error }, 'the outbox could not be sent, and this will be retried'))
      .finally(() => {
        isSending = false;
      });
  }, everyMs).unref();

  async function sendDue() {
    for (let mail = await claimMail(db); mail; mail = await claimMail(db)) {
      const { id, organizationId, recipient, subject, text } = mail;
      try {
        await transport.sendMail({
          from,
          to: recipient,
          subject,
          text,
          attachments: await attachmentsOf(db, organizationId, id),
          messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1).replace('>', '')}>`,
        });
        await db
          .updateTable('mail')
          .set({ sent_at: sql<string>`now()` })
          .where('organization_id', '=', organizationId)
          .where('id', '=', id)
          .execute();
      } catch (error) {
        log.warn({ mailId: id, err: error }, 'a mail was not sent');
      }
    }
  }
  return () => {
    clearInterval(timer);
    transport.close();
  };
}

async function attachmentsOf(db: SystemDatabase, organizationId: string, mailId: string) {
  const attachments = await db
    .selectFrom('mail_attachment')
    .select(['name as filename', 'type as contentType', 'content'])
    .where('organization_id', '=', organizationId)
    .where('mail_id', '=', mailId)
    .orderBy('id')
    .execute();
  return attachments.map(({ content, ...file }) => ({ ...file, content: Buffer.from(content) }));
}

/** Due times are at most the longest pause ahead, so a later time was set before the clock was turned back. */
const isDue = sql<boolean>`(due_at <= now() or due_at > now() + interval '1 minute' * power(2, ${maxAttempts}::integer))`;

/** Claims the mail that has been due the longest. If it cannot be sent, it becomes due again after a minute. This pause doubles with each attempt. */
function claimMail(db: SystemDatabase) {
  return db
    .updateTable('mail')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: sql<string>`now() + interval '1 minute' * power(2, attempts)` }))
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('organization_id', 'id'),
        '=',
        selectFrom('mail')
          .select(['organization_id', 'id'])
          .where('sent_at', 'is', null)
          .where('attempts', '<', maxAttempts)
          .where(isDue, '=', true)
          .orderBy('due_at')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .$asTuple('organization_id', 'id'),
      ),
    )
    .returning(['id', 'organization_id as organizationId', 'recipient', 'subject', 'text'])
    .executeTakeFirst();
}
