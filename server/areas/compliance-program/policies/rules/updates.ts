/** Checks whether an update of a policy is allowed, and determines its effect (policies, rules 4 to 6 and States). */
import type { components } from '#generated/api';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, refusal } from '#platform/refusals/refusal';
import { approvalPending, hasApprover } from '../refusals.ts';

type Schemas = components['schemas'];
type Policy = Schemas['Policy'];

/**
 * @param isApprovable whether the approver can still decide about the pending version
 * @returns an error response if the update is not allowed, or undefined
 */
export function updateErrorOf(policy: Policy, body: Schemas['PolicyUpdate'], isApprovable: boolean) {
  const { name, status, content, approverId, displayFormat } = body;
  const isDraft = policy.status === 'draft';
  // A new text of a published policy is published at once, so no other status goes with it.
  const publishesText = content !== undefined && !isDraft;
  if (status !== undefined && status !== 'published' && (publishesText || status !== policy.status))
    return refusal('policy_status_fixed', {
      from: policy.status,
      to: status,
      allowed: policy.status === 'published' ? [] : ['published'],
    });
  const isPending = policy.pendingVersionId !== null;
  const changesApprover = approverId !== undefined && approverId !== policy.approverId;
  const changesName = name !== undefined && name !== policy.name;
  if (isPending && isApprovable && (content !== undefined || changesName || changesApprover)) return approvalPending();
  if (isPending && content === undefined && status === 'published') return approvalPending();
  const effect = effectOf(policy, body);
  if (policy.approverId !== null && effect !== 'none' && effect !== 'draft') return hasApprover();
  if (displayFormat === 'PDF' && (!policy.hasPdf || (content !== undefined && !isDraft)))
    return invalid({ displayFormat: fieldErrors.notAllowed('must be EDITOR unless the current version has a PDF') });
  return undefined;
}

/** The effect of an update on the text. */
export type Effect = 'none' | 'draft' | 'new_version' | 'publication' | 'confirmation';

/** @returns the effect of an allowed update on the text */
export function effectOf(policy: Pick<Policy, 'status'>, { status, content }: Schemas['PolicyUpdate']): Effect {
  if (policy.status === 'draft') return status === 'published' ? 'publication' : content === undefined ? 'none' : 'draft';
  if (content !== undefined) return 'new_version';
  return policy.status === 'needs_review' && status === 'published' ? 'confirmation' : 'none';
}
