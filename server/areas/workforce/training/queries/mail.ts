import type { OrganizationDatabase } from '#platform/database/handle';
import { queueMail } from '#platform/mail/outbox';
import { attachmentNameOf, type Certificate, mailTextOf } from '../rules/certificate.ts';

/**
 * Queues a mail with a certificate.
 * @param to the e-mail address of the member
 * @param content the bytes of the PDF
 */
export async function mailCertificate(db: OrganizationDatabase, to: string, certificate: Certificate, content: Buffer): Promise<void> {
  const { subject, text } = mailTextOf(certificate);
  await queueMail(db, { to, subject, text, attachments: [{ name: attachmentNameOf(certificate), type: 'application/pdf', content }] });
}
