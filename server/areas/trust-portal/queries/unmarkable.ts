import type { Unmarkable } from '../../../domain/watermarks/copy.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { postMail } from '../../../platform/mail/post.ts';
import { listContacts } from './portal.ts';

const meaning: Readonly<Record<Unmarkable, string>> = {
  encrypted: 'It takes a password, so it is passed on to readers of the trust portal without a watermark.',
  damaged: 'It is damaged, so it cannot be given a watermark, and readers of the trust portal do not get it. Please upload an intact copy.',
  too_long:
    'It has more than 2,000 pages, which are too many for a watermark, so readers of the trust portal do not get it. Please upload it in parts.',
};

/** Mails whoever looks after the page that the copies of a file will have no watermark (spec/areas/trust-access, rule 8). */
export async function tellUnmarkable(db: OrganizationDatabase, name: string, fault: Unmarkable): Promise<void> {
  const recipients = await listContacts(db);
  const text = `${name} was uploaded. ${meaning[fault]}\n`;
  await postMail(db, ...recipients.map((to) => ({ to, subject: `No watermark for ${name}`, text })));
}
