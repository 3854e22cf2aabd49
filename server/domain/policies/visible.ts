/** Decides which policies and policy texts a caller may read (spec/conventions, 3; policies, rules 2 and 29). */
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { TenantTables } from '#generated/database';
import type { OrganizationDatabase } from '#platform/database/handle';

/** Members with any of these roles may read the policies of all departments. */
const unrestrictedRoles = ['owner', 'admin', 'auditor'];

/** @param reader alias of the member in the query @returns the condition that the member may read all policies, including drafts */
export function canReadAllPolicies(reader: string) {
  return sql<SqlBool>`${sql.ref(`${reader}.roles`)} && ${unrestrictedRoles}::text[]`;
}

/**
 * Owners, admins and auditors may read all policies. Other members may read policies for everybody or for their department, if the policy
 * was published or the member works on it.
 * @param eb the expression builder of a query on `policy` @param memberId the id of the caller, or of the member that owns the API key
 * @returns the condition that the member may read the policy
 */
export function isVisibleTo(eb: ExpressionBuilder<TenantTables, 'policy'>, memberId: string | Expression<string>) {
  const canReadAll = eb.exists(selectReader(eb, memberId).where(canReadAllPolicies('reader')));
  return eb.or([canReadAll, eb.and([isForDepartmentOf(eb, memberId), eb.or([wasPublished(eb), worksOn(eb, memberId)])])]);
}

/** @returns the condition that the policy is for everybody or for the member's department */
function isForDepartmentOf(eb: ExpressionBuilder<TenantTables, 'policy'>, memberId: string | Expression<string>) {
  return eb.or([
    eb('policy.visibility', '=', 'ALL'),
    eb.exists(
      selectReader(eb, memberId)
        .where('reader.department', '<>', 'none')
        .where(({ ref }) => sql<SqlBool>`${ref('reader.department')} = any(${ref('policy.visible_to_departments')})`),
    ),
  ]);
}

/** @returns the condition that the member may read the unpublished texts of a visible policy */
export function canReadDrafts(eb: ExpressionBuilder<TenantTables, 'policy'>, memberId: string | Expression<string>) {
  return eb.or([eb.exists(selectReader(eb, memberId).where(canReadAllPolicies('reader'))), worksOn(eb, memberId)]);
}

function selectReader(eb: ExpressionBuilder<TenantTables, 'policy'>, memberId: string | Expression<string>) {
  return eb.selectFrom('member as reader').select('reader.id').where('reader.id', '=', memberId);
}

/** @returns the condition that `content` is the text that was published last */
function wasPublished(eb: ExpressionBuilder<TenantTables, 'policy'>) {
  return eb.or([
    eb('policy.status', '=', 'published'),
    eb.and([eb('policy.status', '=', 'needs_review'), eb('policy.last_published_at', 'is not', null)]),
  ]);
}

/** @returns whether the member owns or approves the policy or may edit policies; never null, because some queries negate the condition */
function worksOn(eb: ExpressionBuilder<TenantTables, 'policy'>, memberId: string | Expression<string>) {
  return eb.or([
    eb('policy.assignee_id', 'is not distinct from', memberId),
    eb('policy.approver_id', 'is not distinct from', memberId),
    eb.exists(
      selectReader(eb, memberId)
        .innerJoin('custom_role as role', 'role.organization_id', 'reader.organization_id')
        .where(({ ref }) => sql<SqlBool>`${ref('role.id')} = any(${ref('reader.roles')})`)
        .where(({ ref }) => sql<SqlBool>`${ref('role.permissions')} -> 'policy' ?| array['create', 'update', 'delete']`),
    ),
  ]);
}

/** @returns whether the member may read all policies of all departments */
export async function mayReadAllPolicies(db: OrganizationDatabase, memberId: string): Promise<boolean> {
  const member = await db
    .selectFrom('member as reader')
    .select('reader.id')
    .where('reader.id', '=', memberId)
    .where(canReadAllPolicies('reader'))
    .executeTakeFirst();
  return member !== undefined;
}

/** @returns whether the member may read the policy; also false if it does not exist */
export async function isPolicyVisibleTo(db: OrganizationDatabase, memberId: string, policyId: string): Promise<boolean> {
  const policy = await db
    .selectFrom('policy')
    .select('policy.id')
    .where('policy.id', '=', policyId)
    .where((eb) => isVisibleTo(eb, memberId))
    .executeTakeFirst();
  return policy !== undefined;
}

/** @returns whether the policy is for everybody or for the member's department, published or not */
export async function isPolicyForMember(db: OrganizationDatabase, memberId: string, policyId: string): Promise<boolean> {
  const policy = await db
    .selectFrom('policy')
    .select('policy.id')
    .where('policy.id', '=', policyId)
    .where((eb) => isForDepartmentOf(eb, memberId))
    .executeTakeFirst();
  return policy !== undefined;
}

/** @returns the ids of the policies whose unpublished texts the member may read */
export async function findIdsWithReadableDrafts(
  db: OrganizationDatabase,
  memberId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!ids.length) return new Set();
  const rows = await db
    .selectFrom('policy')
    .select('policy.id')
    .where('policy.id', 'in', ids)
    .where((eb) => canReadDrafts(eb, memberId))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The fields of a policy that determine which members may read it. */
export interface PolicyVisibility {
  readonly visibility: 'ALL' | 'DEPARTMENT';
  readonly visibleToDepartments: readonly string[];
}

/** The fields of a member that determine which policies the member may read. */
export interface PolicyReader {
  readonly roles: readonly string[];
  readonly department: string;
}

/** @returns whether a loaded member may read a loaded, published policy; the rule is the same as in `isVisibleTo` */
export function isLoadedPolicyVisibleTo(
  { visibility, visibleToDepartments }: PolicyVisibility,
  { roles, department }: PolicyReader,
): boolean {
  return (
    visibility === 'ALL' ||
    roles.some((role) => unrestrictedRoles.includes(role)) ||
    (department !== 'none' && visibleToDepartments.includes(department))
  );
}
