/** Shows a member's access to connected systems, from the results of checks for reviewing access (people, rule 11). */
import type { Handlers } from '#contract/types';
import { listAccessSources } from '../queries/access-sources.ts';
import { findMember } from '../queries/record.ts';
import { memberNotFound } from '../refusals.ts';

export const access: Pick<Handlers<'people'>, 'getMemberAccess'> = {
  async getMemberAccess({ path, db, ports: { baseUrl } }) {
    const member = await findMember(db, path.id);
    return member
      ? { status: 200, body: { memberId: member.id, sources: await listAccessSources(db, baseUrl, member.user.email) } }
      : memberNotFound();
  },
};
