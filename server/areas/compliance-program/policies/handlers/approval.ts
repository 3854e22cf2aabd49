/** Approval of versions. The approver decides in person (policies, rule 11). */
import type { Handlers } from '#contract/types';
import { approveSubmission, declineSubmission, submitForApproval } from '#domain/approvals/approve';
import { permissionTest } from '#domain/approvals/eligible';
import { insertComment } from '#domain/collaboration/comments/insert';
import type { OrganizationContext } from '#platform/context';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { findActingMember, notActive } from '#platform/identity/acting-member';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { approvedContent } from '../queries/approved-content.ts';
import { denyVersion, submitVersion } from '../queries/publish.ts';
import { findPolicy } from '../queries/rows.ts';
import { lockActiveMember } from '../queries/signatures.ts';
import { findVersion, type StoredVersion } from '../queries/versions.ts';
import { approvalPending, policyNotFound } from '../refusals.ts';
import { whyCannotApprove, isApprovable } from './approvers.ts';
import { notifyApprover } from './notify-approver.ts';
import { publishVersion, requirePublishable } from './publish-versions.ts';
import { notifyDecision } from './notify-decision.ts';
import { withdrawPending } from './withdraw-pending.ts';
import { answerWithChanged, lockRequiredPolicy, lockRequiredVersion } from './require-policy.ts';

type Operations = 'submitPolicyVersionForApproval' | 'acceptPolicyChanges' | 'denyPolicyChanges';

export const approval: Pick<Handlers<'policies'>, Operations> = {
  async submitPolicyVersionForApproval({ path, body: { approverId }, db, actor, ports, audit }) {
    const found = await lockRequiredVersion(db, actor, path.id, path.versionId);
    if (isRefusal(found)) return found;
    const { policy, version } = found;
    const reason = await whyCannotApprove({ db, ports }, policy, approverId);
    if (reason !== undefined) return invalid({ approverId: reason });
    // The current version of a policy that was never published is not in force, so it can be submitted.
    if (version.id === policy.currentVersionId && policy.lastPublishedAt !== null) return refusal('policy_version_live');
    if (await isApprovable({ db, ports }, policy)) return approvalPending();
    const complete = requirePublishable(version);
    if (isRefusal(complete)) return complete;
    await withdrawPending({ db, actor, ports }, policy);
    const content = await approvedContent(db, policy, version);
    const approver = { id: approverId, formerId: policy.approverId };
    const mayApprove = await mayApprovePolicy(db);
    const submitted = await submitForApproval({ db, actor, ports }, recordOf(version), { content, mayApprove, approver });
    if (isRefusal(submitted)) return submitted;
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
    const decision = await decide(context);
    if (isRefusal(decision)) return decision;
    const { policy, version, changes } = decision;
    const approved = await approveSubmission(context, recordOf(version), {
      content: await approvedContent(db, policy, version),
      mayApprove: await mayApprovePolicy(db),
    });
    if (isRefusal(approved)) return approved;
    const refused = await publishVersion(context, policy, version);
    // Cannot happen for a pending version: it has a text or a PDF that cannot be removed.
    if (refused) return refusal('policy_nothing_pending');
    await notifyDecision(context, policy, { version, submittedById: approved.submittedById, what: 'approved' });
    audit.performed(`Approved and published version ${version.version} of policy`, {
      changes,
      data: { selfApproved: approved.selfApproved },
    });
    return answerWithChanged(db, policy.id);
  },

  async denyPolicyChanges(context) {
    const { db, actor, audit } = context;
    const decision = await decide(context);
    if (isRefusal(decision)) return decision;
    const { policy, version, changes } = decision;
    const declined = await declineSubmission(db, actor, recordOf(version));
    await denyVersion(db, policy);
    await notifyDecision(context, policy, { version, submittedById: declined?.submittedById ?? null, what: 'denied' });
    audit.performed(`Denied version ${version.version} of policy`, { changes });
    return answerWithChanged(db, policy.id);
  },
};

const recordOf = ({ id }: Pick<StoredVersion, 'id'>) => ({ kind: 'policyVersion', id }) as const;

/**
 * @returns a test of whether a member could approve versions of the policy. Visibility does not count, because the submitter could hide the policy
 * from the others first.
 */
const mayApprovePolicy = (db: OrganizationDatabase) => permissionTest(db, 'policy:update');

type Deciding = Pick<OrganizationContext, 'actor' | 'db'> & {
  readonly path: { readonly id: string };
  readonly body: { readonly approverId: string; readonly comment?: string };
};

/** @returns the policy and its pending version if the acting member is the approver, and stores the comment; otherwise why not */
async function decide({ path, body: { approverId, comment: content }, actor, db }: Deciding) {
  const policy = await lockRequiredPolicy(db, actor, path.id);
  if (isRefusal(policy)) return policy;
  if (!(await lockActiveMember(db, approverId))) return invalid({ approverId: notActive });
  const version = policy.pendingVersionId === null ? undefined : await findVersion(db, policy.id, policy.pendingVersionId);
  if (!version) return refusal('policy_nothing_pending');
  if (approverId !== policy.approverId || actor.memberId !== policy.approverId) return refusal('policy_approver_required');
  if (content) {
    const author = await findActingMember(db, actor);
    if (!author) return invalid({ approverId: notActive });
    await insertComment(db, author, { id: newId('cmt'), content, entityType: 'policy', entityId: policy.id });
  }
  const changes = content ? { comment: { previous: null, current: content } } : {};
  return { policy, version, changes };
}
