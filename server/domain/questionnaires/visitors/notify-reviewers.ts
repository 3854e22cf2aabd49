import type { OrganizationDatabase } from '#platform/database/handle';
import { toOneLine } from '#platform/mail/one-line';
import { type LinkPorts, linkTo } from '#platform/links/page-url';
import { notify } from '#platform/mail/notify';
import { queueMail } from '#platform/mail/outbox';
import type { Ports } from '#platform/ports/index';
import { listAdministrators } from '#domain/people/members/administrators';

/** Notifies the owners, the admins and the contact of the trust portal that answers for a visitor wait for a release. */
export async function notifyReviewers(
  db: OrganizationDatabase,
  ports: LinkPorts & Pick<Ports, 'access'>,
  questionnaireId: string,
): Promise<void> {
  const row = await db
    .selectFrom('visitor_questionnaire as sent')
    .innerJoin('questionnaire', 'questionnaire.id', 'sent.questionnaire_id')
    .innerJoin('trust_access_grant as granted', 'granted.id', 'sent.grant_id')
    .select(['sent.id', 'questionnaire.file_name', 'granted.subject_email'])
    .where('questionnaire.id', '=', questionnaireId)
    .executeTakeFirstOrThrow();
  const portal = await db.selectFrom('trust_portal').select('contact_email').executeTakeFirst();
  const administrators = await listAdministrators(db, ports.access.staffEmailDomains);
  const record = { type: 'visitor_questionnaire', id: row.id } as const;
  const subject = `Answers to ${toOneLine(row.file_name)} wait for your release`;
  const text = [
    `A visitor of the trust portal (${row.subject_email}) has sent the questionnaire ${toOneLine(row.file_name)}.`,
    'Its answers are passed on when a member has released them.',
    `Review the answers: ${linkTo(ports, db.organizationId, record)}`,
  ].join('\n\n');
  await notify({ db, ports }, { kind: 'taskAssignments', userIds: administrators, subject, text: () => text, record });
  const contact = portal?.contact_email ?? null;
  if (contact !== null) await queueMail(db, { to: contact, subject, text });
}
