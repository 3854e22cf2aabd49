/** What an update of a policy may do (spec/areas/policies, rules 4 to 6 and States). */
import type { components } from '../../../../generated/api.d.ts';
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import { approvalPending } from '../refusals.ts';

type Schemas = components['schemas'];
type Policy = Schemas['Policy'];

/** @param hasApprover whether the approver can still decide @returns why the update is refused; undefined when it is not */
export function updateFault(policy: Policy, body: Schemas['PolicyUpdate'], hasApprover: boolean) {
  const { status, content, approverId, displayFormat } = body;
  const isDraft = policy.status === 'draft';
  if (content !== undefined && !isDraft && status !== undefined && status !== 'published')
    return invalid({ status: 'must be published when the text of a published policy changes' });
  if (status !== undefined && status !== 'published' && status !== policy.status)
    return refusal('policy_status_fixed', { from: policy.status, to: status });
  const isPending = policy.pendingVersionId !== null;
  const changesApprover = approverId !== undefined && approverId !== policy.approverId;
  if (isPending && hasApprover && (content !== undefined || changesApprover)) return approvalPending();
  if (isPending && content === undefined && status === 'published') return approvalPending();
  if (displayFormat === 'PDF' && (!policy.hasPdf || (content !== undefined && !isDraft)))
    return invalid({ displayFormat: 'must be EDITOR unless the current version has a PDF' });
  return undefined;
}

/** What happens to the text with an update. */
export type Effect = 'none' | 'draft' | 'new_version' | 'publication' | 'confirmation';

/** @returns which effect an update has that is not refused */
export function effectOf(policy: Pick<Policy, 'status'>, { status, content }: Schemas['PolicyUpdate']): Effect {
  if (policy.status === 'draft') return status === 'published' ? 'publication' : content === undefined ? 'none' : 'draft';
  if (content !== undefined) return 'new_version';
  return policy.status === 'needs_review' && status === 'published' ? 'confirmation' : 'none';
}
