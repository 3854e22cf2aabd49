import type { Handlers } from '#contract/types';
import { findMember } from '../queries/record.ts';
import { listTrainingVideos } from '../queries/training.ts';
import { memberNotFound } from '../refusals.ts';

export const training: Pick<Handlers<'people'>, 'listMemberTrainingVideos'> = {
  async listMemberTrainingVideos({ path, db }) {
    if (!(await findMember(db, path.id))) return memberNotFound();
    return { status: 200, body: { data: await listTrainingVideos(db, path.id) } };
  },
};
