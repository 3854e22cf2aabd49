import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

/** The modules that a member was assigned: what was done last comes first, what is not done yet at the end. */
export function listTrainingVideos(db: OrganizationDatabase, memberId: string): Promise<components['schemas']['TrainingCompletion'][]> {
  return db
    .selectFrom('training_completion')
    .select(columnsOf('training_completion', 'id', 'memberId', 'videoId', 'completedAt'))
    .where('member_id', '=', memberId)
    .orderBy('completed_at', (order) => order.desc().nullsLast())
    .orderBy('video_id')
    .execute();
}
