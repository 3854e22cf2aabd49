/** Who can decide about a version of a policy (spec/areas/policies, rules 3 and 11). */
import type { components } from '../../../../generated/api.d.ts';
import { lockApprover } from '../../../domain/members/approvers.ts';
import { isShownTo, type Shown } from '../../../domain/policies/visible.ts';
import type { OrganizationContext } from '../../../platform/context.ts';

type Context = Pick<OrganizationContext, 'db' | 'ports'>;

/** @param policy as it will be @returns why this member cannot be its approver; undefined when it can */
export async function approverFault({ db, ports }: Context, policy: Shown, memberId: string): Promise<string | undefined> {
  const approver = await lockApprover(db, ports.access.staffEmailDomains, memberId, 'policy:update');
  if (typeof approver === 'string') return approver;
  return isShownTo(policy, approver) ? undefined : 'must be a member who may read the policy';
}

/** @returns whether the approver of the policy can still decide: members leave, and lose their roles, while a version waits */
export async function hasApprover(context: Context, policy: components['schemas']['Policy']): Promise<boolean> {
  return policy.approverId !== null && (await approverFault(context, policy, policy.approverId)) === undefined;
}
