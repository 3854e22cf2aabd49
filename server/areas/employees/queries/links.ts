/** Who an employee is among the members and users: a reference, and nothing more (spec/areas/employees, how employees relate to members). */
import { invalid } from '../../../platform/refusals/refusal.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { mayName } from '../../../domain/members/join.ts';

/** Member (`linkId`) and user. What is left out stays as it is; of a new employee it is null. */
export interface Link {
  readonly linkId?: string | null;
  readonly userId?: string | null;
}

/** The link that was asked for, made whole: a member brings its user, a user the member it is here. Or what is wrong with it. */
export async function resolveLink(db: OrganizationDatabase, { linkId, userId }: Link): Promise<Link | ReturnType<typeof invalid>> {
  if (typeof linkId === 'string') {
    const member = await findMember(db, { id: linkId });
    if (!member) return invalid({ linkId: 'must be a member of the organization' });
    return userId === undefined || userId === member.userId ? member : invalid({ userId: 'must be the user of the member in linkId' });
  }
  if (typeof userId === 'string') {
    if (!(await mayName(db, userId))) return invalid({ userId: 'must be an existing user' });
    const member = linkId === undefined ? await findMember(db, { userId }) : undefined;
    return member ?? { linkId: null, userId };
  }
  if (userId === null) return { linkId: null, userId };
  return linkId === undefined ? {} : { linkId };
}

/** Of somebody who is named by nothing but the e-mail address, lower-case. */
export async function linkByEmail(db: OrganizationDatabase, email: string): Promise<Link> {
  return (await findMember(db, { email })) ?? {};
}

type MemberKey = { readonly id: string } | { readonly userId: string } | { readonly email: string };

/** Held until the transaction ends, so that it is still there when the link is kept. */
function findMember(db: OrganizationDatabase, key: MemberKey): Promise<{ linkId: string; userId: string } | undefined> {
  const members = db.selectFrom('member').select(['id as linkId', 'user_id as userId']).forKeyShare();
  if ('id' in key) return members.where('id', '=', key.id).executeTakeFirst();
  return ('userId' in key ? members.where('user_id', '=', key.userId) : members.where('email', '=', key.email)).executeTakeFirst();
}
