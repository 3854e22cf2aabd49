/** Finds the visitor who sent a questionnaire, and mails the visitor about it. */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Ports } from '#platform/ports/index';
import { queueMail } from '#platform/mail/outbox';
import { lockActiveGrant, ensureWorkingToken } from '#domain/trust/access/grants';
import { personalUrl } from '#domain/trust/access/links';
import { findPage } from '#domain/trust/portal/public-page';
import { answersReleasedMail, type Recipient } from './mails.ts';

interface MailContext {
  readonly db: OrganizationDatabase;
  readonly ports: Pick<Ports, 'files' | 'secrets' | 'trustUrl'>;
}

/** @returns the visitor; undefined if the access grant has ended. The caller must have locked the questionnaire. */
export async function findRecipient({ db, ports }: MailContext, questionnaireId: string): Promise<Recipient | undefined> {
  const row = await db
    .selectFrom('visitor_questionnaire as sent')
    .innerJoin('questionnaire', 'questionnaire.id', 'sent.questionnaire_id')
    .select(['sent.grant_id', 'sent.run_id'])
    .select(sql<string>`coalesce(sent.released_answers ->> 'fileName', questionnaire.file_name)`.as('file_name'))
    .where('questionnaire.id', '=', questionnaireId)
    .executeTakeFirst();
  const grant = row && (await lockActiveGrant(db, row.grant_id));
  if (!grant) return undefined;
  const page = await findPage(db, ports.files);
  const link = personalUrl(ports, page, await ensureWorkingToken({ db, ports }, grant));
  return {
    to: grant.subjectEmail,
    organization: page.organizationName,
    fileName: row.file_name,
    link: `${link}/questionnaire/${row.run_id}`,
    until: grant.expiresAt,
  };
}

/** Notifies the visitor by mail that the archive of the released answers is available. */
export async function mailRelease(context: MailContext, questionnaireId: string): Promise<void> {
  const recipient = await findRecipient(context, questionnaireId);
  if (recipient) await queueMail(context.db, answersReleasedMail(recipient));
}
