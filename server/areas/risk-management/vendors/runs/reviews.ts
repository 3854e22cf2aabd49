/** Notifies members about vendors that are due for review, once per review date (vendors, rule 19). */
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

/** The number of vendors per batch. */
const batchSize = 100;

/** @returns the number of vendors that were due without a notification */
export async function remindOfVendorReviews({ system, tenant }: Database, ports: Mailing, now: Date): Promise<number> {
  const due = await system
    .selectFrom('vendor')
    .select(columnsOf('vendor', 'organizationId', 'id'))
    .where('review_due_at', '<=', now.toISOString())
    .where('review_told_for', 'is distinct from', sql<string>`review_due_at`)
    .orderBy('review_due_at')
    .limit(batchSize)
    .execute();
  for (const { organizationId, id } of due) await writeScheduled(tenant, organizationId, (db) => remindIfDue(db, ports, id, now));
  return due.length;
}

/** Locks the vendor and checks again whether a notification is due, because another server may have sent it. */
async function remindIfDue(db: OrganizationDatabase, ports: Mailing, id: string, now: Date): Promise<void> {
  const vendor = await db
    .updateTable('vendor')
    .set({ review_told_for: sql<string>`review_due_at` })
    .where('id', '=', id)
    .where('review_due_at', '<=', now.toISOString())
    .where('review_told_for', 'is distinct from', sql<string>`review_due_at`)
    .returning(['name', 'assignee_id'])
    .executeTakeFirst();
  if (!vendor) return;
  const address = pageUrl(ports, db.organizationId, `/vendors/${id}`);
  await notify(db, {
    kind: 'taskReminders',
    userIds: await listResponsible(db, ports.access.staffEmailDomains, vendor.assignee_id),
    subject: `A vendor is to be reviewed: ${vendor.name}`,
    text: `The review of the vendor "${vendor.name}" is due.\n\n${address}\n`,
    appUrl: address,
  });
}
