/** A version waits for the approver, who decides in person (spec/areas/policies, rule 11). */
import type { Handlers } from '../../../contract/types.ts';
import { insertComment } from '../../../domain/comments/insert.ts';
import { addressOf } from '../../../domain/targets/pages.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { newId } from '../../../platform/database/ids.ts';
import { findActingMember, notActive } from '../../../platform/identity/acting-member.ts';
import { notify } from '../../../platform/mail/notify.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { denyVersion, submitVersion } from '../queries/live.ts';
import { findPolicy } from '../queries/rows.ts';
import { lockActiveMember } from '../queries/signatures.ts';
import { findVersion } from '../queries/versions.ts';
import { policyNotFound } from '../refusals.ts';
import { approverFault } from './approvers.ts';
import { askApprover } from './ask-approver.ts';
import { goLive, publishable } from './going-live.ts';
import { changed, lockRequiredPolicy, lockRequiredVersion } from './require-policy.ts';

type Operations = 'submitPolicyVersionForApproval' | 'acceptPolicyChanges' | 'denyPolicyChanges';

export const approval: Pick<Handlers<'policies'>, Operations> = {
  async submitPolicyVersionForApproval({ path, body: { approverId }, db, actor, ports, audit }) {
    const found = await lockRequiredVersion(db, actor, path.id, path.versionId);
    if (isRefusal(found)) return found;
    const { policy, version } = found;
    const fault = await approverFault({ db, ports }, policy, approverId);
    if (fault !== undefined) return invalid({ approverId: fault });
    // The current version of a policy that was never published is not in force, whatever else waits for approval.
    if (version.id === policy.currentVersionId && policy.lastPublishedAt !== null) return refusal('policy_version_live');
    const whole = publishable(version);
    if (isRefusal(whole)) return whole;
    await submitVersion(db, policy.id, version.id, approverId);
    const after = await findPolicy(db, policy.id);
    if (!after) return policyNotFound();
    await askApprover({ db, actor, ports }, after, version.version);
    audit.did(`Submitted version ${version.version} of policy`, {
      changes: { approverId: { previous: policy.approverId, current: approverId } },
    });
    return { status: 200, body: after };
  },

  async acceptPolicyChanges(context) {
    const { db, audit } = context;
    const decision = await decide(context);
    if (isRefusal(decision)) return decision;
    const { policy, version, changes } = decision;
    const refused = await goLive(context, policy, version);
    // A version that waits has a text or a PDF, and nobody takes it away.
    if (refused) return refusal('policy_nothing_pending');
    audit.did(`Approved and published version ${version.version} of policy`, { changes });
    return changed(db, policy.id);
  },

  async denyPolicyChanges(context) {
    const { db, actor, audit, ports } = context;
    const decision = await decide(context);
    if (isRefusal(decision)) return decision;
    const { policy, version, changes } = decision;
    await denyVersion(db, policy);
    const address = addressOf(ports, db.organizationId, `/policies/${policy.id}`);
    if (policy.assignee && policy.assignee.id !== actor.memberId)
      await notify(db, {
        kind: 'policyNotifications',
        userIds: [policy.assignee.user.id],
        subject: `Changes of a policy were denied: ${policy.name}`,
        text: `${actor.user?.name ?? 'The approver'} denied version ${version.version} of the policy "${policy.name}".\n\n${address}\n`,
        appUrl: address,
      });
    audit.did(`Denied version ${version.version} of policy`, { changes });
    return changed(db, policy.id);
  },
};

type Deciding = Pick<OrganizationContext, 'actor' | 'db'> & {
  readonly path: { readonly id: string };
  readonly body: { readonly approverId: string; readonly comment?: string };
};

/** @returns the policy and its pending version when the acting member decides about it, whose comment is kept; else why not */
async function decide({ path, body: { approverId, comment }, actor, db }: Deciding) {
  const policy = await lockRequiredPolicy(db, actor, path.id);
  if (isRefusal(policy)) return policy;
  if (!(await lockActiveMember(db, approverId))) return invalid({ approverId: notActive });
  const version = policy.pendingVersionId === null ? undefined : await findVersion(db, policy.id, policy.pendingVersionId);
  if (!version) return refusal('policy_nothing_pending');
  if (approverId !== policy.approverId || actor.memberId !== policy.approverId) return refusal('policy_approver_required');
  const content = comment?.trim();
  if (content) {
    const author = await findActingMember(db, actor);
    if (!author) return invalid({ approverId: notActive });
    await insertComment(db, author, { id: newId('cmt'), content, entityType: 'policy', entityId: policy.id });
  }
  const changes = content ? { comment: { previous: null, current: content } } : {};
  return { policy, version, changes };
}
