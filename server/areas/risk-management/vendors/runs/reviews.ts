/** Notifies members about vendors that are due for review, once for each review date (vendors, rule 19). */
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

/** The maximum number of vendors that are read at once. */
const batchSize = 100;

/** Notifies about due vendors of all organizations, up to the size of a batch. @returns the number of due vendors that were read */
export async function remindOfVendorReviews({ system, tenant }: Database, ports: MailPorts, now: Date): Promise<number> {
  const dueVendors = await system
    .selectFrom('vendor')
    .select(columnsOf('vendor', 'organizationId', 'id'))
    .where('review_due_at', '<=', now.toISOString())
    .where('review_notified_for', 'is distinct from', sql<string>`review_due_at`)
    .orderBy('review_due_at')
    .limit(batchSize)
    .execute();
  for (const { organizationId, id } of dueVendors) await writeScheduled(tenant, organizationId, (db) => remindIfDue(db, ports, id, now));
  return dueVendors.length;
}

/** Locks the vendor and checks again whether a notification is due, because another server may have sent it. */
async function remindIfDue(db: OrganizationDatabase, ports: MailPorts, id: string, now: Date): Promise<void> {
  const vendor = await db
    .updateTable('vendor')
    .set({ review_notified_for: sql<string>`review_due_at` })
    .where('id', '=', id)
    .where('review_due_at', '<=', now.toISOString())
    .where('review_notified_for', 'is distinct from', sql<string>`review_due_at`)
    .returning(['name', 'assignee_id'])
    .executeTakeFirst();
  if (!vendor) return;
  await notify(
    { db, ports },
    {
      kind: 'taskReminders',
      userIds: await listResponsible(db, ports.access.staffEmailDomains, vendor.assignee_id),
      subject: `Vendor due for review: ${vendor.name}`,
      text: withLink(`The review of the vendor "${vendor.name}" is due.`),
      record: { type: 'vendor', id },
    },
  );
}
