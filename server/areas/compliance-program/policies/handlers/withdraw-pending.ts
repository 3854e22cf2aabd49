import type { components } from '#generated/api';
import { withdrawSubmission } from '#domain/approvals/approve';
import { notifyWithdrawn } from '#domain/approvals/withdrawn';
import type { OrganizationContext } from '#platform/context';

type Policy = Pick<components['schemas']['Policy'], 'id' | 'name' | 'pendingVersionId'>;

/** Withdraws the pending version, and notifies its submitter. @returns whether the policy had a pending version */
export async function withdrawPending(context: Pick<OrganizationContext, 'db' | 'actor' | 'ports'>, policy: Policy): Promise<boolean> {
  const { db, actor } = context;
  if (policy.pendingVersionId === null) return false;
  const withdrawnSubmission = await withdrawSubmission(db, actor, { kind: 'policyVersion', id: policy.pendingVersionId });
  if (!withdrawnSubmission) return false;
  const record = { type: 'policy', id: policy.id } as const;
  await notifyWithdrawn(context, withdrawnSubmission, { name: policy.name, kind: 'policyNotifications', record });
  return true;
}
