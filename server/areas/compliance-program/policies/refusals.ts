/** Error responses about policies. */
import { stateOf } from '#contract/states';
import { policyStatus, policyVersionState } from '#generated/transitions';
import type { components } from '#generated/api';
import { refusal } from '#platform/refusals/refusal';

type Schemas = components['schemas'];

export const policyNotFound = () => refusal('policy_not_found');
export const versionNotFound = () => refusal('policy_version_not_found');
/** A version waits for approval, so the policy needs a review. */
export const approvalPending = () => refusal('policy_approval_pending', stateOf(policyStatus, 'needs_review'));
export const nothingPending = ({ status }: Pick<Schemas['Policy'], 'status'>) =>
  refusal('policy_nothing_pending', stateOf(policyStatus, status));
export const versionLive = () => refusal('policy_version_live', stateOf(policyVersionState, 'current'));
export const versionPending = () => refusal('policy_version_pending', stateOf(policyVersionState, 'pending'));
export const versionPublished = ({ state }: Pick<Schemas['PolicyVersion'], 'state'>) =>
  refusal('policy_version_published', stateOf(policyVersionState, state));
export const hasApprover = () => refusal('policy_has_approver');
export const nothingToPublish = () => refusal('policy_empty');
