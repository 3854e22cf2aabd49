/** Reads members in the form of the contract. */
import type { Member } from '../rules/member.ts';
import type { ExpressionBuilder, QueryCreator } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { TenantTables } from '#generated/database';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

const columns = columnsOf(
  'member',
  'id',
  'organizationId',
  'userId',
  'roles',
  'createdAt',
  'department',
  'jobTitle',
  'isActive',
  'deviceMgmtLabelId',
  'backgroundCheckExempt',
  'backgroundCheckExemptReason',
  'backgroundCheckExemptJustification',
  'onboardDate',
  'offboardDate',
  'externalId',
  'version',
);
const accountColumns = [
  ...columnsOf('member', 'name', 'email', 'emailVerified', 'image', 'lastLogin'),
  'member.user_created_at',
  'member.user_updated_at',
] as const;

type MemberExpressions = ExpressionBuilder<TenantTables, 'member'>;
const newestBackgroundCheck = (eb: MemberExpressions) =>
  jsonArrayFrom(
    eb
      .selectFrom('background_check_request as check')
      .select(columnsOf('background_check_request as check', 'id', 'status', 'requesterNotes'))
      .whereRef('check.member_id', '=', 'member.id')
      .orderBy('check.created_at', 'desc')
      .orderBy('check.id', 'desc')
      .limit(1),
  ).as('backgroundCheckRequests');

/** Selects members with all columns that `memberOf` needs. */
export function selectMembers(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('member')
    .select([...columns, ...accountColumns])
    .select(newestBackgroundCheck);
}

type Row = Omit<Member, 'role' | 'deactivated' | 'user' | 'twoFactor'> &
  Pick<Member['user'], 'name' | 'email' | 'emailVerified' | 'image' | 'lastLogin'> & {
    readonly user_created_at: string;
    readonly user_updated_at: string;
  };

export function memberOf({
  name,
  email,
  emailVerified,
  image,
  lastLogin,
  user_created_at: createdAt,
  user_updated_at: updatedAt,
  ...member
}: Row): Member {
  const user = { id: member.userId, name, email, emailVerified, image, createdAt, updatedAt, lastLogin };
  return { ...member, role: member.roles[0] ?? '', deactivated: !member.isActive, user };
}

export async function findMember(db: OrganizationDatabase, id: string): Promise<Member | undefined> {
  const row = await selectMembers(db).where('member.id', '=', id).executeTakeFirst();
  return row && memberOf(row);
}

/** Locks a member until the transaction ends. @returns undefined if the member does not exist */
export async function lockMember(db: OrganizationDatabase, id: string): Promise<Member | undefined> {
  const lockedRow = await db.selectFrom('member').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return lockedRow && findMember(db, id);
}

/** @returns the members in the order of `ids`; unknown ids are skipped */
export async function findMembers(db: OrganizationDatabase, ids: readonly string[]): Promise<Member[]> {
  const rows = ids.length ? await selectMembers(db).where('member.id', 'in', ids).execute() : [];
  const members = new Map(rows.map((row) => [row.id, memberOf(row)]));
  return ids.flatMap((id) => members.get(id) ?? []);
}
