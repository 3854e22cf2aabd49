import type { UnmarkableReason } from '#documents/watermarks/copy';
import type { OrganizationDatabase } from '#platform/database/handle';
import { queueMail } from '#platform/mail/outbox';
import { listContacts } from '../queries/portal.ts';

const explanations: Readonly<Record<UnmarkableReason, string>> = {
  encrypted: 'It takes a password, so it is passed on to readers of the trust portal without a watermark.',
  damaged: 'It is damaged, so it cannot be given a watermark, and readers of the trust portal do not get it. Please upload an intact copy.',
  too_long:
    'It has more than 2,000 pages, which are too many for a watermark, so readers of the trust portal do not get it. Please upload it in parts.',
};

/** Notifies the contacts of the portal by mail that an uploaded file cannot be watermarked (trust-access, rule 8). */
export async function notifyNotWatermarked(db: OrganizationDatabase, name: string, reason: UnmarkableReason): Promise<void> {
  const recipients = await listContacts(db);
  const text = `${name} was uploaded. ${explanations[reason]}\n`;
  await queueMail(db, ...recipients.map((to) => ({ to, subject: `No watermark for ${name}`, text })));
}
