/** Queries for memberships: their status, their roles, and other fields that the organization sets. */
import { isDeepStrictEqual } from 'node:util';
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { touchUpdatedAt } from '#platform/database/touched';
import { toStoredTitle } from '../rules/people.ts';
import type { Member } from '../rules/member.ts';

type MemberUpdate = components['schemas']['MemberUpdate'];

/** Locks a membership until the transaction ends. @param email in lower case @returns undefined if no member has this address */
export function lockMembership(db: OrganizationDatabase, email: string): Promise<Pick<Member, 'roles' | 'isActive'> | undefined> {
  return db
    .selectFrom('member')
    .select(columnsOf('member', 'roles', 'isActive'))
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the deactivated memberships of users until the transaction ends. @returns a map from user id to the roles of the membership */
export async function lockFormerMemberships(
  db: OrganizationDatabase,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const memberships = await db
    .selectFrom('member')
    .select(columnsOf('member', 'userId', 'roles'))
    .where('user_id', 'in', [...userIds])
    .where('is_active', '=', false)
    .orderBy('user_id')
    .forUpdate()
    .execute();
  return new Map(memberships.map(({ userId, roles }) => [userId, roles]));
}

/** Changes the fields that are not undefined. Ending an exemption clears its reasons, even reasons in the request (people, rule 5). */
export async function updateMembership(
  db: OrganizationDatabase,
  { id, userId, roles, isActive: wasActive, offboardDate }: Member,
  { role, name, email, ...body }: Omit<MemberUpdate, 'roles'> & { readonly roles: readonly string[] },
): Promise<void> {
  const isReturning = body.isActive === true && !wasActive;
  const isLeaving = body.isActive === false && wasActive;
  const defaultOffboardDate = isReturning ? null : isLeaving ? (offboardDate ?? new Date().toISOString()) : undefined;
  const isExempt = body.backgroundCheckExempt !== false;
  await db
    .updateTable('member')
    .set({
      ...touchUpdatedAt,
      // Unchanged values are not written, because writing these columns would lock the account and the custom roles.
      user_id: body.userId === userId ? undefined : body.userId,
      roles: isDeepStrictEqual(body.roles, roles) ? undefined : [...body.roles],
      department: body.department,
      is_active: body.isActive,
      device_mgmt_label_id: body.deviceMgmtLabelId,
      job_title: toStoredTitle(body.jobTitle),
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

/** Activates or deactivates a membership, and sets its offboarding date. */
export async function setActive(db: OrganizationDatabase, id: string, isActive: boolean, offboardDate: string | null): Promise<void> {
  await db.updateTable('member').set({ is_active: isActive, offboard_date: offboardDate }).where('id', '=', id).execute();
}
