/** Has policies reviewed when their date has come (spec/areas/policies, States): once, whatever number of servers looks. */
import { addressOf } from '../../../domain/targets/pages.ts';
import { actingEntry } from '../../../platform/audit/acting-entry.ts';
import type { AuditEntry, OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Database } from '../../../platform/database/open.ts';
import { writeScheduled } from '../../../platform/jobs/write-scheduled.ts';
import { scheduleActor } from '../../../platform/identity/schedule-actor.ts';
import { notify } from '../../../platform/mail/notify.ts';
import type { Ports } from '../../../platform/ports/index.ts';

/** Organizations in one look. */
const most = 100;

/** @returns the number of policies that need review now */
export async function reviewDue({ system, tenant }: Database, { appUrl }: Pick<Ports, 'appUrl'>, now: Date): Promise<number> {
  const due = await system
    .selectFrom('policy')
    .select('organization_id as organizationId')
    .distinct()
    .where('review_date', '<=', now.toISOString())
    .where('status', '=', 'published')
    .where('archived_at', 'is', null)
    .where('is_archived', '=', false)
    .limit(most)
    .execute();
  let count = 0;
  for (const { organizationId } of due) count += await writeScheduled(tenant, organizationId, (db) => review(db, { appUrl }, now));
  return count;
}

async function review(db: OrganizationDatabase, ports: Pick<Ports, 'appUrl'>, now: Date): Promise<AuditEntry[]> {
  // Held in the order of their ids, as everybody does who holds several.
  const due = await db
    .selectFrom('policy')
    .select('id')
    .where('review_date', '<=', now.toISOString())
    .where('status', '=', 'published')
    .where('archived_at', 'is', null)
    .where('is_archived', '=', false)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (!due.length) return [];
  const policies = await db
    .updateTable('policy')
    .set({ status: 'needs_review' })
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .returning(['id', 'name', 'assignee_id as assigneeId'])
    .execute();
  const owners = policies.flatMap(({ assigneeId }) => assigneeId ?? []);
  const users = owners.length ? await db.selectFrom('member').select(['id', 'user_id as userId']).where('id', 'in', owners).execute() : [];
  const actor = await scheduleActor(db);
  for (const { id, name, assigneeId } of policies) {
    const address = addressOf(ports, db.organizationId, `/policies/${id}`);
    await notify(db, {
      kind: 'policyNotifications',
      userIds: users.filter((user) => user.id === assigneeId).map(({ userId }) => userId),
      subject: `Policy is due for review: ${name}`,
      text: `The policy "${name}" is due for review.\n\n${address}\n`,
      appUrl: address,
    });
  }
  return policies.map(({ id }) =>
    actingEntry(db.organizationId, {
      actor: { user: actor?.user, memberId: actor?.memberId, via: 'schedule' },
      action: 'Policy is due for review',
      entityType: 'policy',
      entityId: id,
      data: { resource: 'policy', changes: { status: { previous: 'published', current: 'needs_review' } } },
    }),
  );
}
