/** Notifies members about risks that are due for review, once for each review date (risks, rule 11). */
import { sql } from 'kysely';
import { listResponsible } from '#domain/people/members/administrators';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Database } from '#platform/database/open';
import { writeScheduled } from '#platform/jobs/write-scheduled';
import type { LinkPorts } from '#platform/links/page-url';
import { notify, withLink } from '#platform/mail/notify';
import type { Ports } from '#platform/ports/index';

type MailPorts = LinkPorts & Pick<Ports, 'access'>;

/** The maximum number of risks that are read at once. */
const batchSize = 100;

/** Notifies about due risks of all organizations, up to the size of a batch. @returns the number of due risks that were read */
export async function remindOfReviews({ system, tenant }: Database, ports: MailPorts, now: Date): Promise<number> {
  const dueRisks = await system
    .selectFrom('risk')
    .select(columnsOf('risk', 'organizationId', 'id'))
    .where('status', 'in', ['open', 'pending'])
    .where('review_due_at', '<=', now.toISOString())
    .where('review_notified_for', 'is distinct from', sql<string>`review_due_at`)
    .orderBy('review_due_at')
    .limit(batchSize)
    .execute();
  for (const { organizationId, id } of dueRisks) await writeScheduled(tenant, organizationId, (db) => remindIfDue(db, ports, id, now));
  return dueRisks.length;
}

/** Locks the risk and checks again whether a notification is due, because another server may have sent it. */
async function remindIfDue(db: OrganizationDatabase, ports: MailPorts, id: string, now: Date): Promise<void> {
  const risk = await db
    .updateTable('risk')
    .set({ review_notified_for: sql<string>`review_due_at` })
    .where('id', '=', id)
    .where('status', 'in', ['open', 'pending'])
    .where('review_due_at', '<=', now.toISOString())
    .where('review_notified_for', 'is distinct from', sql<string>`review_due_at`)
    .returning(['title', 'assignee_id'])
    .executeTakeFirst();
  if (!risk) return;
  await notify(
    { db, ports },
    {
      kind: 'taskReminders',
      userIds: await listResponsible(db, ports.access.staffEmailDomains, risk.assignee_id),
      subject: `Risk due for review: ${risk.title}`,
      text: withLink(`The review of the risk "${risk.title}" is due.`),
      record: { type: 'risk', id },
    },
  );
}
