import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { postMail } from '../../../platform/mail/post.ts';
import { attachmentNameOf, type Certificate, mailTextOf } from '../rules/certificate.ts';

/** Puts a certificate into the outbox. @param to the address of the member @param content the PDF */
export async function mailCertificate(db: OrganizationDatabase, to: string, certificate: Certificate, content: Buffer): Promise<void> {
  const { subject, text } = mailTextOf(certificate);
  await postMail(db, { to, subject, text, attachments: [{ name: attachmentNameOf(certificate), type: 'application/pdf', content }] });
}
