import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

/** The training modules of a member: the last completed first, those to do last. */
export function listTrainingVideos(db: OrganizationDatabase, memberId: string): Promise<components['schemas']['TrainingCompletion'][]> {
  return db
    .selectFrom('training_completion')
    .select(columnsOf('training_completion', 'id', 'memberId', 'videoId', 'completedAt'))
    .where('member_id', '=', memberId)
    .orderBy('completed_at', (order) => order.desc().nullsLast())
    .orderBy('video_id')
    .execute();
}
