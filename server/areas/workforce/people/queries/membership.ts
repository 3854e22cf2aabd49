/** Memberships: whether they are active, their roles, and other fields that the organization decides. */
import { isDeepStrictEqual } from 'node:util';
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { touchUpdatedAt } from '#platform/database/touched';
import { titleFrom } from '../rules/people.ts';
import type { Member } from '../rules/member.ts';

type MemberUpdate = components['schemas']['MemberUpdate'];

/** The membership with this lower-case address, locked until the transaction ends. */
export function lockMembership(db: OrganizationDatabase, email: string): Promise<Pick<Member, 'roles' | 'isActive'> | undefined> {
  return db
    .selectFrom('member')
    .select(columnsOf('member', 'roles', 'isActive'))
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
}

/** The roles of deactivated memberships by the id of the user, locked until the transaction ends. */
export async function lockFormerMemberships(
  db: OrganizationDatabase,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await db
    .selectFrom('member')
    .select(columnsOf('member', 'userId', 'roles'))
    .where('user_id', 'in', [...userIds])
    .where('is_active', '=', false)
    .orderBy('user_id')
    .forUpdate()
    .execute();
  return new Map(found.map(({ userId, roles }) => [userId, roles]));
}

/** Fields that were not sent stay the same. Ending an exemption clears its reasons, including any in the request (people, rule 5). */
export async function updateMembership(
  db: OrganizationDatabase,
  { id, userId, roles, isActive: wasActive, offboardDate }: Member,
  { role, name, email, ...body }: Omit<MemberUpdate, 'roles'> & { readonly roles: readonly string[] },
): Promise<void> {
  const isBack = body.isActive === true && !wasActive;
  const isLeaving = body.isActive === false && wasActive;
  const defaultOffboardDate = isBack ? null : isLeaving ? (offboardDate ?? new Date().toISOString()) : undefined;
  const isExempt = body.backgroundCheckExempt !== false;
  await db
    .updateTable('member')
    .set({
      ...touchUpdatedAt,
      // Unchanged values are not written, because that would lock the account and custom roles.
      user_id: body.userId === userId ? undefined : body.userId,
      roles: isDeepStrictEqual(body.roles, roles) ? undefined : [...body.roles],
      department: body.department,
      is_active: body.isActive,
      device_mgmt_label_id: body.deviceMgmtLabelId,
      job_title: titleFrom(body.jobTitle),
      created_at: body.createdAt,
      background_check_exempt: body.backgroundCheckExempt,
      background_check_exempt_reason: isExempt ? body.backgroundCheckExemptReason : null,
      background_check_exempt_justification: isExempt ? body.backgroundCheckExemptJustification : null,
      onboard_date: body.onboardDate,
      offboard_date: body.offboardDate === undefined ? defaultOffboardDate : body.offboardDate,
      external_id: body.externalId,
    })
    .where('id', '=', id)
    .execute();
}

export async function setActive(db: OrganizationDatabase, id: string, isActive: boolean, offboardDate: string | null): Promise<void> {
  await db.updateTable('member').set({ is_active: isActive, offboard_date: offboardDate }).where('id', '=', id).execute();
}
