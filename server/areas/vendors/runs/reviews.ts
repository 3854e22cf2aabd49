/** Who is told that a vendor is to be reviewed: once for each time of review (spec/areas/vendors, rule 19). */
import { sql } from 'kysely';
import { listResponsible } from '../../../domain/members/administrators.ts';
import { addressOf } from '../../../domain/targets/pages.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Database } from '../../../platform/database/open.ts';
import { writeScheduled } from '../../../platform/jobs/write-scheduled.ts';
import { notify } from '../../../platform/mail/notify.ts';
import type { Ports } from '../../../platform/ports/index.ts';

type Mailing = Pick<Ports, 'appUrl' | 'access'>;

/** Vendors in one look. */
const most = 100;

/** @returns how many vendors were due and nobody had been told */
export async function remindOfVendorReviews({ system, tenant }: Database, ports: Mailing, now: Date): Promise<number> {
  const due = await system
    .selectFrom('vendor')
    .select(columnsOf('vendor', 'organizationId', 'id'))
    .where('review_due_at', '<=', now.toISOString())
    .where('review_told_for', 'is distinct from', sql<string>`review_due_at`)
    .orderBy('review_due_at')
    .limit(most)
    .execute();
  for (const { organizationId, id } of due) await writeScheduled(tenant, organizationId, (db) => remind(db, ports, id, now));
  return due.length;
}

/** Another server may have been faster: with the vendor held, somebody is still to be told, or nothing is done. */
async function remind(db: OrganizationDatabase, ports: Mailing, id: string, now: Date): Promise<void> {
  const vendor = await db
    .updateTable('vendor')
    .set({ review_told_for: sql<string>`review_due_at` })
    .where('id', '=', id)
    .where('review_due_at', '<=', now.toISOString())
    .where('review_told_for', 'is distinct from', sql<string>`review_due_at`)
    .returning(['name', 'assignee_id'])
    .executeTakeFirst();
  if (!vendor) return;
  const address = addressOf(ports, db.organizationId, `/vendors/${id}`);
  await notify(db, {
    kind: 'taskReminders',
    userIds: await listResponsible(db, ports.access.staffEmailDomains, vendor.assignee_id),
    subject: `A vendor is to be reviewed: ${vendor.name}`,
    text: `The review of the vendor "${vendor.name}" is due.\n\n${address}\n`,
    appUrl: address,
  });
}
