/** Lists, creates, updates and deletes the versions of a policy (policies, rules 7 to 9). */
import { stateOf } from '#contract/states';
import { policyVersionState } from '#generated/transitions';
import type { Handlers } from '#contract/types';
import { maxFileBytes } from '#platform/files/uploads';
import type { StorageContext } from '#platform/files/store';
import { storeFile } from '#platform/files/store';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { authorOf } from '#platform/identity/author';
import { deleteVersion, findVersion, insertVersion, listVersions, toContractVersion, saveVersion } from '../queries/versions.ts';
import { versionLive, versionNotFound, versionPending, versionPublished } from '../refusals.ts';
import { fileNameIn, folderOf } from '../rules/files.ts';
import { nodesOf, summaryOf } from '../rules/texts.ts';
import { lockRequiredPolicy, lockRequiredVersion, canReadDrafts, requirePolicy, requireVersion } from './require-policy.ts';

type Operations = 'listPolicyVersions' | 'createPolicyVersion' | 'getPolicyVersion' | 'updatePolicyVersion' | 'deletePolicyVersion';

export const versions: Pick<Handlers<'policies'>, Operations> = {
  async listPolicyVersions({ path, query, page, db, actor }) {
    const policy = await requirePolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    const filter = { ...query, includeDrafts: await canReadDrafts(db, actor, policy.id) };
    return { status: 200, page: await listVersions(db, policy.id, filter, page) };
  },

  async createPolicyVersion({ path, body: { sourceVersionId, changelog }, audit, ...context }) {
    const { db, actor } = context;
    const policy = await lockRequiredPolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    const sourceId = sourceVersionId ?? policy.currentVersionId;
    const sourceVersion = sourceId === null ? undefined : await findVersion(db, policy.id, sourceId);
    if (sourceVersionId !== undefined && !sourceVersion)
      return invalid({ sourceVersionId: fieldErrors.unknownReference('policy_version', 'a version of the policy') });
    const pdfKey = sourceVersion?.pdfKey ? await copyPdf(context, policy.id, sourceVersion.pdfKey) : null;
    if (isRefusal(pdfKey)) return pdfKey;
    const nodes = sourceVersion?.content ?? policy.content;
    const { id, version } = await insertVersion(db, policy.id, nodes, { createdBy: authorOf(actor), changelog, pdfKey });
    const newVersion = await findVersion(db, policy.id, id);
    if (!newVersion) throw new Error(`${id} was not found, although it was just created`);
    audit.created(
      { version, ...(sourceVersion && { copyOf: sourceVersion.version }) },
      { description: `Created version ${version} of policy` },
    );
    return { status: 201, body: toContractVersion(newVersion) };
  },

  async getPolicyVersion({ path, db, actor }) {
    const policyAndVersion = await requireVersion(db, actor, path.id, path.versionId);
    if (isRefusal(policyAndVersion)) return policyAndVersion;
    return policyAndVersion.version ? { status: 200, body: toContractVersion(policyAndVersion.version) } : versionNotFound();
  },

  async updatePolicyVersion({ path, body: { content, changelog }, db, actor, audit }) {
    const policyAndVersion = await lockRequiredVersion(db, actor, path.id, path.versionId);
    if (isRefusal(policyAndVersion)) return policyAndVersion;
    const { policy, version } = policyAndVersion;
    if (version.state === 'pending') return versionPending();
    if (version.state === 'current' && policy.status !== 'draft') return versionLive();
    if (version.publishedAt !== null) return versionPublished(version);
    await saveVersion(db, version, { nodes: content && nodesOf(content), changelog });
    const after = await findVersion(db, policy.id, version.id);
    if (!after) return versionNotFound();
    audit.changed(
      { content: summaryOf(version.content), changelog: version.changelog },
      { content: summaryOf(after.content), changelog: after.changelog },
      { description: `Updated content of version ${version.version} of policy` },
    );
    return { status: 200, body: toContractVersion(after) };
  },

  async deletePolicyVersion({ path, db, actor, audit }) {
    const policyAndVersion = await lockRequiredVersion(db, actor, path.id, path.versionId);
    if (isRefusal(policyAndVersion)) return policyAndVersion;
    const { policy, version } = policyAndVersion;
    if (version.id === policy.pendingVersionId) return versionPending();
    if (version.id === policy.currentVersionId) return refusal('policy_version_current', stateOf(policyVersionState, 'current'));
    if (version.publishedAt !== null) return versionPublished(version);
    await deleteVersion(db, version.id);
    audit.removed(
      { version: version.version, changelog: version.changelog },
      { description: `Deleted version ${version.version} of policy` },
    );
    return { status: 204 };
  },
};

/** Copies a PDF. @returns the key of the copy, null if the PDF was deleted, or a 413 response if the storage is full */
async function copyPdf(context: StorageContext, policyId: string, key: string) {
  const draft = await context.ports.files.draftOf(key, maxFileBytes);
  if (!draft) return null;
  context.afterCommit(() => draft.discard());
  return storeFile(context, draft, folderOf(policyId), fileNameIn(key));
}
