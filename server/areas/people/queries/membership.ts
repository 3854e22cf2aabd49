/** A membership: whether it is active, its roles, and what else the organization decides of it. */
import { isDeepStrictEqual } from 'node:util';
import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { touched } from '../../../platform/database/touched.ts';
import { titleFrom } from '../rules/people.ts';
import type { Member } from './record.ts';

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

/** What is not sent stays. An exemption that is taken back takes its reasons along, those that are sent as well (spec/areas/people, rule 5). */
export async function updateMembership(
  db: OrganizationDatabase,
  { id, userId, roles, isActive: wasActive, offboardDate }: Member,
  { role, name, email, ...body }: Omit<MemberUpdate, 'roles'> & { readonly roles: readonly string[] },
): Promise<void> {
  const isBack = body.isActive === true && !wasActive;
  const isLeaving = body.isActive === false && wasActive;
  const unsent = isBack ? null : isLeaving ? (offboardDate ?? new Date().toISOString()) : undefined;
  const isExempt = body.backgroundCheckExempt !== false;
  await db
    .updateTable('member')
    .set({
      ...touched,
      // What stays is not written again: the account and custom roles would be held for it.
      user_id: body.userId === userId ? undefined : body.userId,
      roles: isDeepStrictEqual(body.roles, roles) ? undefined : [...body.roles],
      department: body.department?.trim(),
      is_active: body.isActive,
      device_mgmt_label_id: body.deviceMgmtLabelId,
      job_title: titleFrom(body.jobTitle),
      created_at: body.createdAt,
      background_check_exempt: body.backgroundCheckExempt,
      background_check_exempt_reason: isExempt ? body.backgroundCheckExemptReason : null,
      background_check_exempt_justification: isExempt ? body.backgroundCheckExemptJustification : null,
      onboard_date: body.onboardDate,
      offboard_date: body.offboardDate === undefined ? unsent : body.offboardDate,
      external_id: body.externalId?.trim() ?? body.externalId,
    })
    .where('id', '=', id)
    .execute();
}

export async function setActive(db: OrganizationDatabase, id: string, isActive: boolean, offboardDate: string | null): Promise<void> {
  await db.updateTable('member').set({ is_active: isActive, offboard_date: offboardDate }).where('id', '=', id).execute();
}
