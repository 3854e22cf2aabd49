/** Submits versions for approval, and records the decisions of approvers, who decide in person (policies, rule 11). */
import type { Handlers } from '#contract/types';
import { approveSubmission, declineSubmission, submitForApproval } from '#domain/approvals/approve';
import { createPermissionCheck } from '#domain/approvals/eligible';
import { insertComment } from '#domain/collaboration/comments/insert';
import type { OrganizationContext } from '#platform/context';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { findActingMember, inactiveMember } from '#platform/identity/acting-member';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { findApprovedContent } from '../queries/approved-content.ts';
import { denyVersion, submitVersion } from '../queries/publish.ts';
import { findPolicy } from '../queries/rows.ts';
import { lockActiveMember } from '../queries/signatures.ts';
import { findVersion, type StoredVersion } from '../queries/versions.ts';
import { approvalPending, nothingPending, policyNotFound, versionLive } from '../refusals.ts';
import { approverErrorOf, isApprovable } from './approvers.ts';
import { notifyApprover } from './notify-approver.ts';
import { publishVersion, requirePublishable } from './publish-versions.ts';
import { notifyDecision } from './notify-decision.ts';
import { withdrawPending } from './withdraw-pending.ts';
import { respondWithPolicy, lockRequiredPolicy, lockRequiredVersion } from './require-policy.ts';

type Operations = 'submitPolicyVersionForApproval' | 'acceptPolicyChanges' | 'denyPolicyChanges';

export const approval: Pick<Handlers<'policies'>, Operations> = {
  async submitPolicyVersionForApproval({ path, body: { approverId }, db, actor, ports, audit }) {
    const policyAndVersion = await lockRequiredVersion(db, actor, path.id, path.versionId);
    if (isRefusal(policyAndVersion)) return policyAndVersion;
    const { policy, version } = policyAndVersion;
    const approverError = await approverErrorOf({ db, ports }, policy, approverId);
    if (approverError !== undefined) return invalid({ approverId: approverError });
    // The current version of a policy that was never published is not in force, so it can be submitted.
    if (version.id === policy.currentVersionId && policy.lastPublishedAt !== null) return versionLive();
    if (await isApprovable({ db, ports }, policy)) return approvalPending();
    const publishableVersion = requirePublishable(version);
    if (isRefusal(publishableVersion)) return publishableVersion;
    await withdrawPending({ db, actor, ports }, policy);
    const content = await findApprovedContent(db, policy, version);
    const approver = { id: approverId, currentId: policy.approverId };
    const mayApprove = await mayApprovePolicy(db);
    const submission = await submitForApproval({ db, actor, ports }, approvalRecordOf(version), { content, mayApprove, approver });
    if (isRefusal(submission)) return submission;
    await submitVersion(db, policy.id, version.id, approverId);
    const after = await findPolicy(db, policy.id);
    if (!after) return policyNotFound();
    await notifyApprover({ db, actor, ports }, after, version.version);
    audit.performed(`Submitted version ${version.version} of policy`, {
      changes: { approverId: { previous: policy.approverId, current: approverId } },
    });
    return { status: 200, body: after };
  },

  async acceptPolicyChanges(context) {
    const { db, audit } = context;
    const decision = await prepareDecision(context);
    if (isRefusal(decision)) return decision;
    const { policy, version, changes } = decision;
    const approvedSubmission = await approveSubmission(context, approvalRecordOf(version), {
      content: await findApprovedContent(db, policy, version),
      mayApprove: await mayApprovePolicy(db),
    });
    if (isRefusal(approvedSubmission)) return approvedSubmission;
    const publishError = await publishVersion(context, policy, version);
    // This cannot happen, because a pending version has a text or a PDF that cannot be removed.
    if (publishError) return nothingPending(policy);
    await notifyDecision(context, policy, { version, submittedById: approvedSubmission.submittedById, outcome: 'approved' });
    audit.performed(`Approved and published version ${version.version} of policy`, {
      changes,
      data: { selfApproved: approvedSubmission.selfApproved },
    });
    return respondWithPolicy(db, policy.id);
  },

  async denyPolicyChanges(context) {
    const { db, actor, audit } = context;
    const decision = await prepareDecision(context);
    if (isRefusal(decision)) return decision;
    const { policy, version, changes } = decision;
    const declinedSubmission = await declineSubmission(db, actor, approvalRecordOf(version));
    await denyVersion(db, policy);
    await notifyDecision(context, policy, { version, submittedById: declinedSubmission?.submittedById ?? null, outcome: 'denied' });
    audit.performed(`Denied version ${version.version} of policy`, { changes });
    return respondWithPolicy(db, policy.id);
  },
};

const approvalRecordOf = ({ id }: Pick<StoredVersion, 'id'>) => ({ kind: 'policyVersion', id }) as const;

/**
 * Returns a function that tests whether a member could approve versions of the policy. Visibility does not count, because the
 * submitter could first hide the policy from the other members.
 */
const mayApprovePolicy = (db: OrganizationDatabase) => createPermissionCheck(db, 'policy:update');

type DecisionContext = Pick<OrganizationContext, 'actor' | 'db'> & {
  readonly path: { readonly id: string };
  readonly body: { readonly approverId: string; readonly comment?: string };
};

/** Stores the comment of a decision. @returns the policy and its pending version, or an error response if the caller is not the approver */
async function prepareDecision({ path, body: { approverId, comment: content }, actor, db }: DecisionContext) {
  const policy = await lockRequiredPolicy(db, actor, path.id);
  if (isRefusal(policy)) return policy;
  if (!(await lockActiveMember(db, approverId))) return invalid({ approverId: inactiveMember });
  const version = policy.pendingVersionId === null ? undefined : await findVersion(db, policy.id, policy.pendingVersionId);
  if (!version) return nothingPending(policy);
  if (approverId !== policy.approverId || actor.memberId !== policy.approverId) return refusal('policy_approver_required');
  if (content) {
    const author = await findActingMember(db, actor);
    if (!author) return invalid({ approverId: inactiveMember });
    await insertComment(db, author, { id: newId('cmt'), content, entityType: 'policy', entityId: policy.id });
  }
  const changes = content ? { comment: { previous: null, current: content } } : {};
  return { policy, version, changes };
}
