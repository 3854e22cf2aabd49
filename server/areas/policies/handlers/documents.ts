/** Policies as PDFs, made in a worker once the transaction has ended (spec/areas/policies, rule 15). */
import { Deferred } from '../../../contract/replies.ts';
import type { Handlers } from '../../../contract/types.ts';
import { type PolicyDocument, runPolicyBundle } from '../../../domain/policy-documents/run.ts';
import { putDownload } from '../../../platform/files/downloads.ts';
import { dispositionOf } from '../../../platform/ports/file-links.ts';
import { isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { documentOf, type DocumentSource, findBrand, findDocuments, withPdfs } from '../../../domain/policy-documents/sources.ts';
import { policyNotFound } from '../refusals.ts';
import { fileNameIn, pdfNameOf } from '../rules/files.ts';
import { isArchived } from './pdfs.ts';
import { requireVersion } from './require-policy.ts';

/** Policies in one document. */
const mostPolicies = 500;
/** Seconds for which the link works. */
const linkWorks = 900;

export const documents: Pick<Handlers<'policies'>, 'downloadAllPolicies' | 'downloadPolicyPdf'> = {
  async downloadAllPolicies({ query: { policyIds }, db, actor, ports: { files }, audit }) {
    const [sources, { name: organization, color }] = await Promise.all([
      findDocuments(db, { ids: policyIds, reader: actor.memberId }, mostPolicies),
      findBrand(db),
    ]);
    if (!sources.length) return policyNotFound();
    audit.did(`Downloaded ${sources.length} policies as one PDF`, { changes: {} });
    const { organizationId } = actor;
    return new Deferred(async () => {
      const name = `${organization} - All Policies.pdf`;
      const bytes = await runPolicyBundle(
        { organization, color, date: today(), title: 'All Policies', cover: true, policies: await withPdfs(files, sources) },
        { organizationId },
      );
      const downloadUrl = files.link(await putDownload(files, organizationId, name, bytes), linkWorks, { name, type: 'application/pdf' });
      return { status: 200, body: { name, downloadUrl, expiresIn: linkWorks, policyCount: sources.length } };
    });
  },

  async downloadPolicyPdf({ path, query: { versionId }, db, actor, ports: { files }, audit }) {
    const found = await requireVersion(db, actor, path.id, versionId);
    if (isRefusal(found)) return found;
    const { policy, version } = found;
    if (isArchived(policy)) return refusal('policy_archived');
    const [source, { name: organization, color }] = await Promise.all([documentOf(db, policy, version), findBrand(db)]);
    audit.did('Downloaded policy as PDF', { changes: {} });
    const { organizationId } = actor;
    return new Deferred(async () => {
      const own = source.pdfKey === null ? undefined : await files.stream(source.pdfKey);
      const body =
        own ??
        (await runPolicyBundle(
          { organization, color, date: today(), title: policy.name, cover: false, policies: [{ ...withoutKey(source), pdf: null }] },
          { organizationId },
        ));
      const name = own && source.pdfKey !== null ? fileNameIn(source.pdfKey) : pdfNameOf(policy.name);
      return { status: 200, type: 'application/pdf', headers: { 'Content-Disposition': dispositionOf(name, false) }, body };
    });
  },
};

const today = () => new Date().toISOString().slice(0, 10);

function withoutKey({ id: _id, pdfKey: _key, ...document }: DocumentSource): Omit<PolicyDocument, 'pdf'> {
  return document;
}
