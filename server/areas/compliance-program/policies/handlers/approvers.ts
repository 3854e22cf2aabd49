/** Checks who can approve versions of a policy (policies, rules 3 and 11). */
import { type FieldError, fieldErrors } from '#platform/refusals/field-errors';
import type { components } from '#generated/api';
import { isSubmissionCurrent } from '#domain/approvals/approve';
import { lockApprover } from '#domain/people/members/approvers';
import { isLoadedPolicyVisibleTo, type PolicyVisibility } from '#domain/policies/visible';
import type { OrganizationContext } from '#platform/context';
import { findApprovedContent } from '../queries/approved-content.ts';
import { findVersion } from '../queries/versions.ts';

type Context = Pick<OrganizationContext, 'db' | 'ports'>;

/**
 * @param policy the policy with the changes of the request
 * @returns an error if the member cannot approve the policy, or undefined
 */
export async function approverErrorOf({ db, ports }: Context, policy: PolicyVisibility, memberId: string): Promise<FieldError | undefined> {
  const approver = await lockApprover(db, ports.access.staffEmailDomains, memberId, 'policy:update');
  if ('code' in approver) return approver;
  return isLoadedPolicyVisibleTo(policy, approver) ? undefined : fieldErrors.unknownReference('member', 'a member who may read the policy');
}

/** @returns whether the approver can still decide; members can leave or lose their roles while a version is pending */
export async function isApproverAvailable(context: Context, policy: components['schemas']['Policy']): Promise<boolean> {
  return policy.approverId !== null && (await approverErrorOf(context, policy, policy.approverId)) === undefined;
}

/** @returns whether the pending version can be approved: the approver can decide, and the content has not changed since the submission */
export async function isApprovable(context: Context, policy: components['schemas']['Policy']): Promise<boolean> {
  if (policy.pendingVersionId === null || !(await isApproverAvailable(context, policy))) return false;
  const version = await findVersion(context.db, policy.id, policy.pendingVersionId);
  if (!version) return false;
  const content = await findApprovedContent(context.db, policy, version);
  return isSubmissionCurrent(context.db, { kind: 'policyVersion', id: version.id }, content);
}
