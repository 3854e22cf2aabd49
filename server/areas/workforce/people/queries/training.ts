import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

/** @returns the training modules of a member: completed modules first, latest completion first, then open modules */
export function listTrainingVideos(db: OrganizationDatabase, memberId: string): Promise<components['schemas']['TrainingCompletion'][]> {
  return db
    .selectFrom('training_completion')
    .select(columnsOf('training_completion', 'id', 'memberId', 'videoId', 'completedAt'))
    .where('member_id', '=', memberId)
    .orderBy('completed_at', (order) => order.desc().nullsLast())
    .orderBy('video_id')
    .execute();
}
