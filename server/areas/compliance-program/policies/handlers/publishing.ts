/** Publishes versions of policies without an approver, and restores template texts (policies, rules 7, 8, 10, 17 and 18). */
import type { Handlers } from '#contract/types';
import { nodesIn } from '#domain/catalogue/manifest';
import { mayRead } from '#domain/access/records/kinds';
import { fillTemplate } from '#domain/policies/texts/filling';
import { findFilling } from '#domain/policies/texts/organization-data';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { authorOf } from '#platform/identity/author';
import { listSkipped, lockDrafts } from '../queries/drafts.ts';
import { findTemplateText, overwriteDraft, saveWorkingDraft } from '../queries/publish.ts';
import { findPolicy } from '../queries/rows.ts';
import { findVersion, insertVersion, toContractVersion } from '../queries/versions.ts';
import { approvalPending, hasApprover, versionNotFound } from '../refusals.ts';
import { workingDraft } from '../rules/texts.ts';
import { addVersion, publishVersion, publishVersions, requirePublishable, findVersionToPublish } from './publish-versions.ts';
import { lockRequiredPolicy, lockRequiredVersion } from './require-policy.ts';

type Operations = 'publishPolicyVersion' | 'activatePolicyVersion' | 'publishAllPolicies' | 'regeneratePolicy';

/** The maximum number of drafts that one request publishes. */
const maxDrafts = 1_000;

export const publishing: Pick<Handlers<'policies'>, Operations> = {
  async publishPolicyVersion({ path, body: { versionId, changelog }, audit, ...context }) {
    const { db, actor } = context;
    const policy = await lockRequiredPolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    const requestedVersion = versionId === undefined ? undefined : await findVersion(db, policy.id, versionId);
    if (versionId !== undefined && !requestedVersion) return versionNotFound();
    if (policy.pendingVersionId !== null) return approvalPending();
    if (policy.approverId !== null) return hasApprover();
    const version = requestedVersion ?? (await addVersion(context, policy, workingDraft(policy)));
    if (!version) return versionNotFound();
    const publishError = await publishVersion(context, policy, version, { changelog });
    if (publishError) return publishError;
    audit.performed(`Published version ${version.version} of policy`, { changes: statusChange(policy.status) });
    const publishedVersion = await findVersion(db, policy.id, version.id);
    return publishedVersion ? { status: 200, body: toContractVersion(publishedVersion) } : versionNotFound();
  },

  async activatePolicyVersion({ path, audit, ...context }) {
    const { db, actor } = context;
    const policyAndVersion = await lockRequiredVersion(db, actor, path.id, path.versionId);
    if (isRefusal(policyAndVersion)) return policyAndVersion;
    const { policy, version } = policyAndVersion;
    if (policy.pendingVersionId !== null) return approvalPending();
    if (policy.approverId !== null) return hasApprover();
    const publishError = await publishVersion(context, policy, version);
    if (publishError) return publishError;
    audit.performed(`Activated version ${version.version} of policy`, { changes: statusChange(policy.status) });
    const activeVersion = await findVersion(db, policy.id, version.id);
    return activeVersion ? { status: 200, body: toContractVersion(activeVersion) } : versionNotFound();
  },

  async publishAllPolicies({ audit, skipAudit, ...context }) {
    const { db, actor } = context;
    const draftIds = await lockDrafts(db, actor.memberId, maxDrafts);
    const publishedIds: string[] = [];
    async function* publishableDrafts() {
      for (const id of draftIds) {
        const policy = await findPolicy(db, id);
        if (!policy) continue;
        const version = requirePublishable(await findVersionToPublish(context, policy));
        if (isRefusal(version)) continue;
        publishedIds.push(id);
        audit.performed(`Published version ${version.version} of policy`, {
          entityType: 'policy',
          entityId: id,
          changes: statusChange(policy.status),
        });
        yield { policy, version };
      }
    }
    const signers = await publishVersions(context, publishableDrafts());
    if (!publishedIds.length) skipAudit();
    return {
      status: 200,
      body: {
        publishedCount: publishedIds.length,
        publishedPolicyIds: publishedIds,
        skippedPolicies: await listSkipped(db, actor.memberId, maxDrafts),
        members: (mayRead(actor, 'person') ? signers : [])
          .slice(0, maxMembers)
          .map(({ id, name, email }) => ({ memberId: id, name, email })),
      },
    };
  },

  async regeneratePolicy({ path, db, actor, audit }) {
    const policy = await lockRequiredPolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    if (policy.pendingVersionId !== null) return approvalPending();
    const template = policy.policyTemplateId === null ? undefined : await findTemplateText(db, policy.policyTemplateId);
    if (template === undefined) return refusal('policy_without_template');
    const filling = await findFilling(db);
    const nodes = fillTemplate(nodesIn(template), filling);
    const { currentVersion } = policy;
    if (policy.status === 'draft' && currentVersion) {
      await overwriteDraft(db, policy, nodes, filling);
      audit.performed('Regenerated policy', { changes: {} });
      const { id: versionId, version } = currentVersion;
      return { status: 200, body: { policyId: policy.id, versionId, version, inPlace: true } };
    }
    const newVersion = await insertVersion(db, policy.id, nodes, {
      createdBy: authorOf(actor),
      changelog: 'Regenerated from the template',
    });
    await saveWorkingDraft(db, policy.id, nodes);
    audit.performed(`Regenerated policy as version ${newVersion.version}`, { changes: {} });
    return { status: 200, body: { policyId: policy.id, versionId: newVersion.id, version: newVersion.version, inPlace: false } };
  },
};

const maxMembers = 10_000;

const statusChange = (previous: string) => (previous === 'published' ? {} : { status: { previous, current: 'published' } });
