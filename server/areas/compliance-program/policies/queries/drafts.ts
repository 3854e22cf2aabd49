/** Queries of draft policies for publishing many policies at once. */
import type { ExpressionBuilder } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { isVisibleTo } from '#domain/policies/visible';
import type { OrganizationDatabase } from '#platform/database/handle';

/**
 * Locks the drafts that can be published until the transaction ends (policies, rule 18).
 * @param reader the id of the member who publishes the drafts; undefined to include all drafts
 * @param limit the maximum number of drafts
 * @returns the ids of the drafts, sorted by name
 */
export async function lockDrafts(db: OrganizationDatabase, reader: string | undefined, limit: number): Promise<string[]> {
  const query = selectPublishable(db, reader).orderBy('policy.name').orderBy('policy.id').limit(limit);
  const candidateIds = (await query.execute()).map(({ id }) => id);
  if (!candidateIds.length) return [];
  // To avoid deadlocks, policies are always locked in the order of their ids. They may have changed before they were locked.
  await db.selectFrom('policy').select('id').where('id', 'in', candidateIds).orderBy('id').forNoKeyUpdate().execute();
  const stillPublishable = await selectPublishable(db, reader).where('policy.id', 'in', candidateIds).execute();
  const publishableIds = new Set(stillPublishable.map(({ id }) => id));
  return candidateIds.filter((id) => publishableIds.has(id));
}

type SkippedPolicy = components['schemas']['PolicyPublishAllResult']['skippedPolicies'][number];

/** @returns the drafts that cannot be published, sorted by name, each with the reason */
export async function listSkipped(db: OrganizationDatabase, reader: string | undefined, limit: number): Promise<SkippedPolicy[]> {
  const rows = await selectDrafts(db, reader)
    .select('policy.approver_id as approverId')
    .where((eb) => eb.or([eb('policy.approver_id', 'is not', null), eb.not(hasText(eb))]))
    .orderBy('policy.name')
    .orderBy('policy.id')
    .limit(limit)
    .execute();
  return rows.map(({ id, approverId }) => ({ policyId: id, reason: approverId === null ? 'no_text' : 'has_approver' }));
}

/** Selects the drafts that can be published and that the member may read. */
function selectPublishable(db: OrganizationDatabase, reader: string | undefined) {
  return selectDrafts(db, reader)
    .where('policy.pending_version_id', 'is', null)
    .where('policy.approver_id', 'is', null)
    .where((eb) => hasText(eb));
}

function selectDrafts(db: OrganizationDatabase, reader: string | undefined) {
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
