/** Which training a member is assigned (spec/areas/people, rule 9). */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { newId } from '../../platform/database/ids.ts';
import { hasHipaa } from './eligibility.ts';
import { idsOf } from './modules.ts';

/** Assigns all modules that the organization trains in. What somebody was assigned before stays as it is. */
export async function assignTraining(db: OrganizationDatabase, memberIds: readonly string[]): Promise<void> {
  if (!memberIds.length) return;
  const videos = [...idsOf('general'), ...((await hasHipaa(db)) ? idsOf('hipaa') : [])];
  await db
    .insertInto('training_completion')
    .values(memberIds.flatMap((id) => videos.map((video) => ({ id: newId('evc'), member_id: id, video_id: video }))))
    .onConflict((conflict) => conflict.columns(['organization_id', 'member_id', 'video_id']).doNothing())
    .execute();
}
