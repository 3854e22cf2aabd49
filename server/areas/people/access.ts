import type { Handlers } from '../../contract/types.ts';
import { findMember } from './record.ts';
import { memberNotFound } from './refusals.ts';

export const access: Pick<Handlers<'people'>, 'getMemberAccess'> = {
  async getMemberAccess({ path, db }) {
    const member = await findMember(db, path.id);
    return member ? { status: 200, body: { memberId: member.id, sources: [] } } : memberNotFound();
  },
};
