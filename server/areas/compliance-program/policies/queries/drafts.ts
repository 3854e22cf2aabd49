import type { ExpressionBuilder } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { isVisibleTo } from '#domain/policies/visible';
import type { OrganizationDatabase } from '#platform/database/handle';

/**
 * @param reader the member who publishes them
 * @param limit the maximum number
 * @returns the ids of drafts that can be published, by name, locked until the transaction ends (policies, rule 18)
 */
export async function lockDrafts(db: OrganizationDatabase, reader: string | undefined, limit: number): Promise<string[]> {
  const drafts = selectPublishable(db, reader).orderBy('policy.name').orderBy('policy.id').limit(limit);
  const found = (await drafts.execute()).map(({ id }) => id);
  if (!found.length) return [];
  // Locks them in the order of their ids, as all code that locks several does. They may have changed before that.
  await db.selectFrom('policy').select('id').where('id', 'in', found).orderBy('id').forNoKeyUpdate().execute();
  const stillPublishable = await selectPublishable(db, reader).where('policy.id', 'in', found).execute();
  const publishableIds = new Set(stillPublishable.map(({ id }) => id));
  return found.filter((id) => publishableIds.has(id));
}

type Skipped = components['schemas']['PolicyPublishAllResult']['skippedPolicies'][number];

/** @returns the drafts that cannot be published without changes, by name, and why */
export async function listSkipped(db: OrganizationDatabase, reader: string | undefined, limit: number): Promise<Skipped[]> {
  const rows = await drafts(db, reader)
    .select('policy.approver_id as approverId')
    .where((eb) => eb.or([eb('policy.approver_id', 'is not', null), eb.not(hasText(eb))]))
    .orderBy('policy.name')
    .orderBy('policy.id')
    .limit(limit)
    .execute();
  return rows.map(({ id, approverId }) => ({ policyId: id, reason: approverId === null ? 'no_text' : 'has_approver' }));
}

/** Drafts that can be published and that the member may read. */
function selectPublishable(db: OrganizationDatabase, reader: string | undefined) {
  return drafts(db, reader)
    .where('policy.pending_version_id', 'is', null)
    .where('policy.approver_id', 'is', null)
    .where((eb) => hasText(eb));
}

function drafts(db: OrganizationDatabase, reader: string | undefined) {
  return db
    .selectFrom('policy')
    .select(['policy.id', 'policy.name'])
    .where('policy.status', '=', 'draft')
    .where('policy.archived_at', 'is', null)
    .where('policy.is_archived', '=', false)
    .$if(reader !== undefined, (query) => query.where((eb) => isVisibleTo(eb, reader ?? '')));
}

function hasText(eb: ExpressionBuilder<TenantTables, 'policy'>) {
  return eb.or([
    eb('policy.pdf_key', 'is not', null),
    eb('policy.content', '!=', JSON.stringify([])),
    eb('policy.draft_content', '!=', JSON.stringify([])),
  ]);
}
