/** Uploads, links and deletes the PDFs of policy versions (policies, rules 13 and 14). */
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { acceptFile, isAccepted } from '#documents/files/receive';
import type { OrganizationDatabase } from '#platform/database/handle';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { findChangeableVersion, findVersion, setPdf, toContractVersion } from '../queries/versions.ts';
import { versionLive, versionNotFound, versionPending, versionPublished } from '../refusals.ts';
import { fileNameIn, folderOf } from '../rules/files.ts';
import { lockRequiredPolicy, requireVersion } from './require-policy.ts';

type Policy = components['schemas']['Policy'];

/** The number of seconds until a download link expires. */
const linkSeconds = 900;

export const pdfs: Pick<Handlers<'policies'>, 'getPolicyPdfUrl' | 'uploadPolicyPdf' | 'deletePolicyPdf'> = {
  async getPolicyPdfUrl({ path, query: { versionId }, db, actor, ports: { files }, audit }) {
    const policyAndVersion = await requireVersion(db, actor, path.id, versionId);
    if (isRefusal(policyAndVersion)) return policyAndVersion;
    const { policy, version } = policyAndVersion;
    const key = isArchived(policy) ? null : (version?.pdfKey ?? null);
    audit.performed('Asked for the PDF of policy', { changes: {} });
    const url = key === null ? null : files.link(key, linkSeconds, { name: fileNameIn(key), type: 'application/pdf', inline: true });
    return { status: 200, body: { url, expiresIn: linkSeconds } };
  },

  async uploadPolicyPdf({ path, body, audit, ...context }) {
    const { db, actor } = context;
    const policy = await lockRequiredPolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    const version = await requireChangeableVersion(db, policy, body.versionId);
    if (isRefusal(version)) return version;
    const isPdf = (type: string) => type === 'application/pdf';
    const file = await acceptFile(context, body, { purpose: 'policy_pdf', accepts: isPdf }, folderOf(policy.id));
    if (!isAccepted(file)) return file;
    await setPdf(db, version, file.key);
    audit.created({ fileName: file.name, fileSize: file.size }, { description: `Uploaded PDF of version ${version.version} of policy` });
    const after = await findVersion(db, policy.id, version.id);
    return after ? { status: 201, body: toContractVersion(after) } : versionNotFound();
  },

  async deletePolicyPdf({ path, query: { versionId }, db, actor, audit, skipAudit, requireVersion: compareVersion }) {
    const policy = await lockRequiredPolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    const version = await requireChangeableVersion(db, policy, versionId);
    if (isRefusal(version)) return version;
    compareVersion({ version: version.recordVersion, updatedAt: version.updatedAt });
    if (version.pdfKey === null) skipAudit();
    else {
      await setPdf(db, version, null);
      audit.removed({ fileName: fileNameIn(version.pdfKey) }, { description: `Deleted PDF of version ${version.version} of policy` });
    }
    return { status: 204 };
  },
};

/** @returns the requested or default version, or an error response if its PDF cannot be changed */
async function requireChangeableVersion(db: OrganizationDatabase, policy: Policy, requestedVersionId: string | undefined) {
  const id = requestedVersionId ?? (await findChangeableVersion(db, policy));
  if (id === undefined) return refusal('policy_without_draft_version');
  const version = await findVersion(db, policy.id, id);
  if (!version) return versionNotFound();
  if (version.state === 'pending') return versionPending();
  if (version.state === 'current' && policy.status !== 'draft') return versionLive();
  return version.publishedAt === null ? version : versionPublished(version);
}

/** @returns whether a person or an update of a framework archived the policy */
export function isArchived({ isArchived: isArchivedByPerson, archivedAt }: Pick<Policy, 'isArchived' | 'archivedAt'>): boolean {
  return isArchivedByPerson || archivedAt !== null;
}
