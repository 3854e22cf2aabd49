/** What puts texts into force without an approver (spec/areas/policies, rules 7, 8, 10, 17 and 18). */
import type { Handlers } from '../../../contract/types.ts';
import { nodesIn } from '../../../domain/catalogue/manifest.ts';
import { filled } from '../../../domain/policy-texts/filling.ts';
import { knownFilling } from '../../../domain/policy-texts/known.ts';
import { isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { lockDrafts } from '../queries/drafts.ts';
import { findTemplateText, overwriteDraft, writeWorkingDraft } from '../queries/live.ts';
import { findPolicy } from '../queries/rows.ts';
import { findVersion, insertVersion, shown } from '../queries/versions.ts';
import { approvalPending, versionNotFound } from '../refusals.ts';
import { workingDraft } from '../rules/texts.ts';
import { addVersion, goLive, goLiveTogether, publishable, versionOfDraft } from './going-live.ts';
import { lockRequiredPolicy, lockRequiredVersion } from './require-policy.ts';

type Operations = 'publishPolicyVersion' | 'activatePolicyVersion' | 'publishAllPolicies' | 'regeneratePolicy';

/** Drafts that one request publishes. */
const mostDrafts = 1_000;

export const publishing: Pick<Handlers<'policies'>, Operations> = {
  async publishPolicyVersion({ path, body: { versionId, changelog }, audit, ...context }) {
    const { db, actor } = context;
    const policy = await lockRequiredPolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    if (policy.pendingVersionId !== null) return approvalPending();
    const version =
      versionId === undefined ? await addVersion(context, policy, workingDraft(policy)) : await findVersion(db, policy.id, versionId);
    if (!version) return versionNotFound();
    const refused = await goLive(context, policy, version, { changelog });
    if (refused) return refused;
    audit.did(`Published version ${version.version} of policy`, { changes: statusChange(policy.status) });
    const published = await findVersion(db, policy.id, version.id);
    return published ? { status: 200, body: shown(published) } : versionNotFound();
  },

  async activatePolicyVersion({ path, audit, ...context }) {
    const { db, actor } = context;
    const found = await lockRequiredVersion(db, actor, path.id, path.versionId);
    if (isRefusal(found)) return found;
    const { policy, version } = found;
    if (policy.pendingVersionId !== null) return approvalPending();
    const refused = await goLive(context, policy, version);
    if (refused) return refused;
    audit.did(`Activated version ${version.version} of policy`, { changes: statusChange(policy.status) });
    const active = await findVersion(db, policy.id, version.id);
    return active ? { status: 200, body: shown(active) } : versionNotFound();
  },

  async publishAllPolicies({ audit, skipAudit, ...context }) {
    const { db, actor } = context;
    const drafts = await lockDrafts(db, actor.memberId, mostDrafts);
    const ids: string[] = [];
    async function* items() {
      for (const id of drafts) {
        const policy = await findPolicy(db, id);
        const version = policy && publishable(await versionOfDraft(context, policy));
        if (!policy || !version || isRefusal(version)) continue;
        ids.push(id);
        audit.did(`Published version ${version.version} of policy`, {
          entityType: 'policy',
          entityId: id,
          changes: statusChange(policy.status),
        });
        yield { policy, version };
      }
    }
    const signers = await goLiveTogether(context, items());
    if (!ids.length) skipAudit();
    return {
      status: 200,
      body: {
        publishedCount: ids.length,
        publishedPolicyIds: ids,
        members: signers.slice(0, mostMembers).map(({ id, name, email }) => ({ memberId: id, name, email })),
      },
    };
  },

  async regeneratePolicy({ path, db, actor, audit }) {
    const policy = await lockRequiredPolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    if (policy.pendingVersionId !== null) return approvalPending();
    const template = policy.policyTemplateId === null ? undefined : await findTemplateText(db, policy.policyTemplateId);
    if (template === undefined) return refusal('policy_without_template');
    const filling = await knownFilling(db);
    const nodes = filled(nodesIn(template), filling);
    const { currentVersion } = policy;
    if (policy.status === 'draft' && currentVersion) {
      await overwriteDraft(db, policy, nodes, filling);
      audit.did('Regenerated policy', { changes: {} });
      const { id: versionId, version } = currentVersion;
      return { status: 200, body: { policyId: policy.id, versionId, version, inPlace: true } };
    }
    const added = await insertVersion(db, policy.id, nodes, {
      createdById: actor.memberId ?? null,
      changelog: 'Regenerated from the template',
    });
    await writeWorkingDraft(db, policy.id, nodes);
    audit.did(`Regenerated policy as version ${added.version}`, { changes: {} });
    return { status: 200, body: { policyId: policy.id, versionId: added.id, version: added.version, inPlace: false } };
  },
};

const mostMembers = 10_000;

const statusChange = (previous: string) => (previous === 'published' ? {} : { status: { previous, current: 'published' } });
