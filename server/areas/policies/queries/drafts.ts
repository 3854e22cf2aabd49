import { isVisibleTo } from '../../../domain/policies/visible.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

/** @param reader the member who publishes them @param most how many @returns the ids of drafts that can be published, by name, held until the transaction ends (spec/areas/policies, rule 18) */
export async function lockDrafts(db: OrganizationDatabase, reader: string | undefined, most: number): Promise<string[]> {
  const drafts = publishable(db, reader).orderBy('policy.name').orderBy('policy.id').limit(most);
  const found = (await drafts.execute()).map(({ id }) => id);
  if (!found.length) return [];
  // Held in the order of their ids, as everybody does who holds several; whatever became of them before that.
  await db.selectFrom('policy').select('id').where('id', 'in', found).orderBy('id').forNoKeyUpdate().execute();
  const held = await publishable(db, reader).where('policy.id', 'in', found).execute();
  const left = new Set(held.map(({ id }) => id));
  return found.filter((id) => left.has(id));
}

/** Drafts that can be published, for those who may read them. */
function publishable(db: OrganizationDatabase, reader: string | undefined) {
  return db
    .selectFrom('policy')
    .select(['policy.id', 'policy.name'])
    .where('policy.status', '=', 'draft')
    .where('policy.archived_at', 'is', null)
    .where('policy.is_archived', '=', false)
    .where('policy.pending_version_id', 'is', null)
    .where((eb) =>
      eb.or([
        eb('policy.pdf_key', 'is not', null),
        eb('policy.content', '!=', JSON.stringify([])),
        eb('policy.draft_content', '!=', JSON.stringify([])),
      ]),
    )
    .$if(reader !== undefined, (query) => query.where((eb) => isVisibleTo(eb, reader ?? '')));
}
