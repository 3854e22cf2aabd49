/** Assigns training to members (people, rule 9). */
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { hasHipaa } from './eligibility.ts';
import { moduleIdsOf } from './modules.ts';

/** Assigns all modules that apply in the organization. Keeps earlier assignments. */
export async function assignTraining(db: OrganizationDatabase, memberIds: readonly string[]): Promise<void> {
  if (!memberIds.length) return;
  const moduleIds = [...moduleIdsOf('general'), ...((await hasHipaa(db)) ? moduleIdsOf('hipaa') : [])];
  await db
    .insertInto('training_completion')
    .values(memberIds.flatMap((id) => moduleIds.map((moduleId) => ({ id: newId('evc'), member_id: id, video_id: moduleId }))))
    .onConflict((conflict) => conflict.columns(['organization_id', 'member_id', 'video_id']).doNothing())
    .execute();
}
