/** Marks policies for review on their review date. One server does this for all others (spec/areas/compliance-program/policies, States). */
import { createEntry } from '#platform/audit/create-entry';
import type { AuditEntry, OrganizationDatabase } from '#platform/database/handle';
import type { Database } from '#platform/database/open';
import { writeScheduled } from '#platform/jobs/write-scheduled';
import { findScheduleActor } from '#platform/identity/schedule-actor';
import type { LinkPorts } from '#platform/links/page-url';
import { notify, withLink } from '#platform/mail/notify';

/** The maximum number of organizations in a run. */
const batchSize = 100;

/** @returns the number of policies that now need review */
export async function markDueForReview({ system, tenant }: Database, ports: LinkPorts, now: Date): Promise<number> {
  const organizations = await system
    .selectFrom('policy')
    .select('organization_id as organizationId')
    .distinct()
    .where('review_date', '<=', now.toISOString())
    .where('status', '=', 'published')
    .where('archived_at', 'is', null)
    .where('is_archived', '=', false)
    .limit(batchSize)
    .execute();
  let count = 0;
  for (const { organizationId } of organizations)
    count += await writeScheduled(tenant, organizationId, (db) => markPoliciesOf(db, ports, now));
  return count;
}

async function markPoliciesOf(db: OrganizationDatabase, ports: LinkPorts, now: Date): Promise<AuditEntry[]> {
  // To avoid deadlocks, policies are always locked in the order of their ids.
  const duePolicies = await db
    .selectFrom('policy')
    .select('id')
    .where('review_date', '<=', now.toISOString())
    .where('status', '=', 'published')
    .where('archived_at', 'is', null)
    .where('is_archived', '=', false)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (!duePolicies.length) return [];
  const policies = await db
    .updateTable('policy')
    .set({ status: 'needs_review' })
    .where(
      'id',
      'in',
      duePolicies.map(({ id }) => id),
    )
    .returning(['id', 'name', 'assignee_id as assigneeId'])
    .execute();
  const ownerIds = policies.flatMap(({ assigneeId }) => assigneeId ?? []);
  const users = ownerIds.length
    ? await db.selectFrom('member').select(['id', 'user_id as userId']).where('id', 'in', ownerIds).execute()
    : [];
  const actor = await findScheduleActor(db);
  for (const { id, name, assigneeId } of policies) {
    await notify(
      { db, ports },
      {
        kind: 'policyNotifications',
        userIds: users.filter((user) => user.id === assigneeId).map(({ userId }) => userId),
        subject: `Policy is due for review: ${name}`,
        text: withLink(`The policy "${name}" is due for review.`),
        record: { type: 'policy', id },
      },
    );
  }
  return policies.map(({ id }) =>
    createEntry(db.organizationId, {
      actor: { user: actor?.user, memberId: actor?.memberId, via: 'schedule' },
      action: 'Policy is due for review',
      entityType: 'policy',
      entityId: id,
      data: { resource: 'policy', changes: { status: { previous: 'published', current: 'needs_review' } } },
    }),
  );
}
