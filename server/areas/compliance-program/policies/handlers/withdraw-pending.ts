import type { components } from '#generated/api';
import { withdrawSubmission } from '#domain/approvals/approve';
import { notifyWithdrawn } from '#domain/approvals/withdrawn';
import { pageUrl } from '#domain/access/targets/pages';
import type { OrganizationContext } from '#platform/context';

type Policy = Pick<components['schemas']['Policy'], 'id' | 'name' | 'pendingVersionId'>;

/** Withdraws the pending version, and notifies its submitter. @returns whether the policy had a pending version */
export async function withdrawPending(context: Pick<OrganizationContext, 'db' | 'actor' | 'ports'>, policy: Policy): Promise<boolean> {
  const { db, actor, ports } = context;
  if (policy.pendingVersionId === null) return false;
  const withdrawnSubmission = await withdrawSubmission(db, actor, { kind: 'policyVersion', id: policy.pendingVersionId });
  if (!withdrawnSubmission) return false;
  const appUrl = pageUrl(ports, db.organizationId, `/policies/${policy.id}`);
  await notifyWithdrawn(context, withdrawnSubmission, { name: policy.name, kind: 'policyNotifications', appUrl });
  return true;
}
