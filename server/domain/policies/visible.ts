/** Which policies a caller may read (spec/conventions, 3). */
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { TenantTables } from '../../../generated/database.d.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';

/** Any of these roles lifts the restriction to policies for everybody and for one's own department. */
const unlimited = ['owner', 'admin', 'auditor'];

/**
 * The condition under which a member reads a policy: it is for everybody, or for the department of the member, or the member is an owner,
 * an admin or an auditor.
 * @param eb of a query that selects from `policy` @param memberId of the caller, with an API key of the member that the key belongs to
 */
export function isVisibleTo(eb: ExpressionBuilder<TenantTables, 'policy'>, memberId: string | Expression<string>) {
  return eb.or([
    eb('policy.visibility', '=', 'ALL'),
    eb.exists(
      eb
        .selectFrom('member as reader')
        .select('reader.id')
        .where('reader.id', '=', memberId)
        .where(({ or, and, ref }) =>
          or([
            sql<SqlBool>`${ref('reader.roles')} && ${unlimited}::text[]`,
            and([
              sql<SqlBool>`${ref('reader.department')} <> 'none'`,
              sql<SqlBool>`${ref('reader.department')} = any(${ref('policy.visible_to_departments')})`,
            ]),
          ]),
        ),
    ),
  ]);
}

/** @returns whether this member reads this policy; false also when there is no such policy */
export async function seesPolicy(db: OrganizationDatabase, memberId: string, policyId: string): Promise<boolean> {
  const found = await db
    .selectFrom('policy')
    .select('policy.id')
    .where('policy.id', '=', policyId)
    .where((eb) => isVisibleTo(eb, memberId))
    .executeTakeFirst();
  return found !== undefined;
}

/** What decides who reads a policy. */
export interface Shown {
  readonly visibility: 'ALL' | 'DEPARTMENT';
  readonly visibleToDepartments: readonly string[];
}

/** What decides about the policies that a member reads. */
export interface Reader {
  readonly roles: readonly string[];
  readonly department: string;
}

/** @returns whether a member reads the policy, by the rule of `isVisibleTo`, for members and policies that were read before */
export function isShownTo({ visibility, visibleToDepartments }: Shown, { roles, department }: Reader): boolean {
  return (
    visibility === 'ALL' ||
    roles.some((role) => unlimited.includes(role)) ||
    (department !== 'none' && visibleToDepartments.includes(department))
  );
}
