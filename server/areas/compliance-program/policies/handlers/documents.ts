/** Exports policies as PDFs. A worker creates a PDF after the transaction (policies, rule 15). */
import { Deferred } from '#contract/replies';
import type { Handlers } from '#contract/types';
import { type PolicyDocument, runPolicyBundle } from '#domain/policies/documents/run';
import { storeDownload } from '#platform/files/downloads';
import { dispositionOf } from '#platform/ports/file-links';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { documentOf, type DocumentSource, findBrand, findDocuments, loadPdfs } from '#domain/policies/documents/sources';
import { policyNotFound } from '../refusals.ts';
import { fileNameIn, pdfNameOf } from '../rules/files.ts';
import { isArchived } from './pdfs.ts';
import { requireVersion } from './require-policy.ts';

/** The maximum number of policies in a PDF. */
const maxPolicies = 500;
/** The number of seconds until a download link expires. */
const linkSeconds = 900;

export const documents: Pick<Handlers<'policies'>, 'downloadAllPolicies' | 'downloadPolicyPdf'> = {
  async downloadAllPolicies({ query: { policyIds }, db, actor, ports: { files }, audit }) {
    const [sources, { name: organization, color }] = await Promise.all([
      findDocuments(db, { ids: policyIds, reader: actor.memberId }, maxPolicies),
      findBrand(db),
    ]);
    if (!sources.length) return policyNotFound();
    audit.performed(`Downloaded ${sources.length} policies as one PDF`, { changes: {} });
    const { organizationId } = actor;
    return new Deferred(async () => {
      const name = `${organization} - All Policies.pdf`;
      const bytes = await runPolicyBundle(
        { organization, color, date: today(), title: 'All Policies', cover: true, policies: await loadPdfs(files, sources) },
        { organizationId },
      );
      const downloadUrl = files.link(await storeDownload(files, organizationId, name, bytes), linkSeconds, {
        name,
        type: 'application/pdf',
      });
      return { status: 200, body: { name, downloadUrl, expiresIn: linkSeconds, policyCount: sources.length } };
    });
  },

  async downloadPolicyPdf({ path, query: { versionId }, db, actor, ports: { files }, audit }) {
    const policyAndVersion = await requireVersion(db, actor, path.id, versionId);
    if (isRefusal(policyAndVersion)) return policyAndVersion;
    const { policy, version } = policyAndVersion;
    if (isArchived(policy)) return refusal('policy_archived');
    const [source, { name: organization, color }] = await Promise.all([documentOf(db, policy, version), findBrand(db)]);
    audit.performed('Downloaded policy as PDF', { changes: {} });
    const { organizationId } = actor;
    return new Deferred(async () => {
      const uploadedPdf = source.pdfKey === null ? undefined : await files.stream(source.pdfKey);
      const body =
        uploadedPdf ??
        (await runPolicyBundle(
          { organization, color, date: today(), title: policy.name, cover: false, policies: [{ ...withoutPdfKey(source), pdf: null }] },
          { organizationId },
        ));
      const name = uploadedPdf && source.pdfKey !== null ? fileNameIn(source.pdfKey) : pdfNameOf(policy.name);
      return { status: 200, type: 'application/pdf', headers: { 'Content-Disposition': dispositionOf(name, false) }, body };
    });
  },
};

const today = () => new Date().toISOString().slice(0, 10);

function withoutPdfKey({ id: _id, pdfKey: _key, ...document }: DocumentSource): Omit<PolicyDocument, 'pdf'> {
  return document;
}
