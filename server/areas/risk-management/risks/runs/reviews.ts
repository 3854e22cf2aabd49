/** Notifies members about risks that are due for review, once per review date (risks, rule 11). */
import { sql } from 'kysely';
import { listResponsible } from '#domain/people/members/administrators';
import { pageUrl } from '#domain/access/targets/pages';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Database } from '#platform/database/open';
import { writeScheduled } from '#platform/jobs/write-scheduled';
import { notify } from '#platform/mail/notify';
import type { Ports } from '#platform/ports/index';

type Mailing = Pick<Ports, 'appUrl' | 'access'>;

/** The number of risks per batch. */
const batchSize = 100;

/** @returns the number of overdue risks without a notification */
export async function remindOfReviews({ system, tenant }: Database, ports: Mailing, now: Date): Promise<number> {
  const due = await system
    .selectFrom('risk')
    .select(columnsOf('risk', 'organizationId', 'id'))
    .where('status', 'in', ['open', 'pending'])
    .where('review_due_at', '<=', now.toISOString())
    .where('review_told_for', 'is distinct from', sql<string>`review_due_at`)
    .orderBy('review_due_at')
    .limit(batchSize)
    .execute();
  for (const { organizationId, id } of due) await writeScheduled(tenant, organizationId, (db) => remindIfDue(db, ports, id, now));
  return due.length;
}

/** Locks the risk and checks again whether a notification is due, because another server may have sent it. */
async function remindIfDue(db: OrganizationDatabase, ports: Mailing, id: string, now: Date): Promise<void> {
  const risk = await db
    .updateTable('risk')
    .set({ review_told_for: sql<string>`review_due_at` })
    .where('id', '=', id)
    .where('status', 'in', ['open', 'pending'])
    .where('review_due_at', '<=', now.toISOString())
    .where('review_told_for', 'is distinct from', sql<string>`review_due_at`)
    .returning(['title', 'assignee_id'])
    .executeTakeFirst();
  if (!risk) return;
  const address = pageUrl(ports, db.organizationId, `/risks/${id}`);
  await notify(db, {
    kind: 'taskReminders',
    userIds: await listResponsible(db, ports.access.staffEmailDomains, risk.assignee_id),
    subject: `A risk is to be reviewed: ${risk.title}`,
    text: `The review of the risk "${risk.title}" is due.\n\n${address}\n`,
    appUrl: address,
  });
}
