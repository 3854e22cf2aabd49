/** Who is told that a risk is to be looked at again: once for each time of review (spec/areas/risks, rule 11). */
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

/** Risks in one look. */
const most = 100;

/** @returns how many risks were overdue and nobody had been told */
export async function remindOfReviews({ system, tenant }: Database, ports: Mailing, now: Date): Promise<number> {
  const due = await system
    .selectFrom('risk')
    .select(columnsOf('risk', 'organizationId', 'id'))
    .where('status', 'in', ['open', 'pending'])
    .where('review_due_at', '<=', now.toISOString())
    .where('review_told_for', 'is distinct from', sql<string>`review_due_at`)
    .orderBy('review_due_at')
    .limit(most)
    .execute();
  for (const { organizationId, id } of due) await writeScheduled(tenant, organizationId, (db) => remind(db, ports, id, now));
  return due.length;
}

/** Another server may have been faster: with the risk held, it is still to be told of, or nothing is done. */
async function remind(db: OrganizationDatabase, ports: Mailing, id: string, now: Date): Promise<void> {
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
  const address = addressOf(ports, db.organizationId, `/risks/${id}`);
  await notify(db, {
    kind: 'taskReminders',
    userIds: await listResponsible(db, ports.access.staffEmailDomains, risk.assignee_id),
    subject: `A risk is to be reviewed: ${risk.title}`,
    text: `The review of the risk "${risk.title}" is due.\n\n${address}\n`,
    appUrl: address,
  });
}
