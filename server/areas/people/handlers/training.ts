import type { Handlers } from '../../../contract/types.ts';
import { findMember } from '../queries/record.ts';
import { memberNotFound } from '../refusals.ts';

export const training: Pick<Handlers<'people'>, 'listMemberTrainingVideos'> = {
  async listMemberTrainingVideos({ path, db }) {
    if (!(await findMember(db, path.id))) return memberNotFound();
    const data = await db
      .selectFrom('training_completion')
      .select(['id', 'member_id as memberId', 'video_id as videoId', 'completed_at as completedAt'])
      .where('member_id', '=', path.id)
      .orderBy('completed_at', (order) => order.desc().nullsLast())
      .orderBy('video_id')
      .execute();
    return { status: 200, body: { data } };
  },
};
