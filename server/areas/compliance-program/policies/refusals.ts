/** Error responses about policies. */
import { refusal } from '#platform/refusals/refusal';

export const policyNotFound = () => refusal('policy_not_found');
export const versionNotFound = () => refusal('policy_version_not_found');
export const approvalPending = () => refusal('policy_approval_pending');
export const hasApprover = () => refusal('policy_has_approver');
export const nothingToPublish = () => refusal('policy_empty');
