/** Finds the member and the user that an employee refers to (spec/areas/workforce/employees, how employees relate to members). */
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid } from '#platform/refusals/refusal';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mayReferToAccount } from '#domain/people/members/join';

/** Ids of the linked member (`linkId`) and user. An absent id stays unchanged; for a new employee, it is null. */
export interface Link {
  readonly linkId?: string | null;
  readonly userId?: string | null;
}

/** Completes the requested link: adds the user of a member, or the member of a user. @returns a validation error if the ids do not match */
export async function resolveLink(db: OrganizationDatabase, { linkId, userId }: Link): Promise<Link | ReturnType<typeof invalid>> {
  if (typeof linkId === 'string') {
    const member = await findMember(db, { id: linkId });
    if (!member) return invalid({ linkId: fieldErrors.unknownReference('member') });
    return userId === undefined || userId === member.userId
      ? member
      : invalid({ userId: fieldErrors.notAllowed('must be the user of the member in linkId') });
  }
  if (typeof userId === 'string') {
    if (!(await mayReferToAccount(db, userId))) return invalid({ userId: fieldErrors.unknownReference('user', 'an existing user') });
    const member = linkId === undefined ? await findMember(db, { userId }) : undefined;
    return member ?? { linkId: null, userId };
  }
  if (userId === null) return { linkId: null, userId };
  return linkId === undefined ? {} : { linkId };
}

/** Finds the link of an employee by e-mail address. @param email in lower case @returns an empty link if no member has the address */
export async function linkByEmail(db: OrganizationDatabase, email: string): Promise<Link> {
  return (await findMember(db, { email })) ?? {};
}

type MemberKey = { readonly id: string } | { readonly userId: string } | { readonly email: string };

/** Locks the member until the transaction ends, so that the member still exists when the link is stored. */
function findMember(db: OrganizationDatabase, key: MemberKey): Promise<{ linkId: string; userId: string } | undefined> {
  const members = db.selectFrom('member').select(['id as linkId', 'user_id as userId']).forKeyShare();
  if ('id' in key) return members.where('id', '=', key.id).executeTakeFirst();
  return ('userId' in key ? members.where('user_id', '=', key.userId) : members.where('email', '=', key.email)).executeTakeFirst();
}
