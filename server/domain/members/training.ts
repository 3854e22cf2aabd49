/** Which training a member is assigned (spec/areas/people, rule 9). */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { newId } from '../../platform/database/ids.ts';

export const generalVideos = ['sat-1', 'sat-2', 'sat-3', 'sat-4', 'sat-5'] as const;
export const hipaaVideo = 'hipaa-sat-1';

/** Assigns all modules that the organization trains in. What somebody was assigned before stays as it is. */
export async function assignTraining(db: OrganizationDatabase, memberIds: readonly string[]): Promise<void> {
  if (!memberIds.length) return;
  const videos = [...generalVideos, ...((await hasHipaa(db)) ? ([hipaaVideo] as const) : [])];
  await db
    .insertInto('training_completion')
    .values(memberIds.flatMap((id) => videos.map((video) => ({ id: newId('evc'), member_id: id, video_id: video }))))
    .onConflict((conflict) => conflict.columns(['organization_id', 'member_id', 'video_id']).doNothing())
    .execute();
}

/** Whether the organization has adopted HIPAA. */
export async function hasHipaa(db: OrganizationDatabase): Promise<boolean> {
  const adopted = await db
    .selectFrom('framework_instance')
    .innerJoin('platform_framework', 'platform_framework.id', 'framework_instance.framework_id')
    .select('framework_instance.id')
    .where('platform_framework.name', '=', 'HIPAA')
    .limit(1)
    .executeTakeFirst();
  return adopted !== undefined;
}
