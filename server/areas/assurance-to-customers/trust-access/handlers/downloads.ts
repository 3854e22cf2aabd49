/** Creates downloads for personal links. PDFs get a watermark unless they are encrypted (trust-access, rules 8 and 10). */
import type { components } from '#generated/api';
import { CallExternal, LoggedRefusal } from '#contract/replies';
import type { Handlers } from '#contract/types';
import { createDownloadLink } from '#domain/trust/portal/file-links';
import { findCertificateFile, findDocumentFiles } from '#domain/trust/portal/shared-files';
import type { OrganizationContext } from '#platform/context';
import { refusal } from '#platform/refusals/refusal';
import {
  makeArchive,
  makeReaderCopy,
  type CreatedFile,
  CannotWatermark,
  makePolicyArchive,
  makePolicyBundle,
  makePolicyCopy,
  type Reader,
} from '../documents/copies.ts';
import { findSharedPolicies } from '../queries/policies.ts';
import { findReader } from '../queries/reader.ts';
import { isStillActive } from '../queries/grants.ts';
import { accessExpired } from '../refusals.ts';
import { auditFields } from '../rules/audit-fields.ts';
import { withPersonalLink } from './visitor-access.ts';

type Operations =
  | 'downloadAllPoliciesByToken'
  | 'getPolicyByTokenDownloadUrl'
  | 'downloadAllTrustDocumentsByToken'
  | 'getTrustDocumentByTokenDownloadUrl'
  | 'getComplianceResourceByTokenDownloadUrl'
  | 'getCustomComplianceResourceByTokenDownloadUrl';

type FileLink = Required<components['schemas']['FileLink']>;

const policyNotFound = () => refusal('shared_policy_not_found');
const documentNotFound = () => refusal('shared_document_not_found');
const documentNotMarkable = () => refusal('document_not_markable');
const certificateNotFound = () => refusal('shared_certificate_not_found');

export const downloads: Pick<Handlers<'trust-access'>, Operations> = {
  downloadAllPoliciesByToken: (call) =>
    withPersonalLink(call, async (context) => {
      const policies = await findSharedPolicies(context.db, context.actor.id);
      if (!policies.length) return policyNotFound();
      const { format = 'pdf' } = call.query;
      const { files } = context.ports;
      const makeCopy = (reader: Reader) => (format === 'zip' ? makePolicyArchive : makePolicyBundle)(files, reader, policies);
      const download = { make: makeCopy, description: `Downloaded ${policies.length} policies`, id: context.actor.id };
      return handOut(context, download, (link, policyCount) => ({ ...link, policyCount }));
    }),

  getPolicyByTokenDownloadUrl: (call) =>
    withPersonalLink(call, async (context) => {
      const [policy] = await findSharedPolicies(context.db, context.actor.id, call.path.policyId);
      if (!policy) return policyNotFound();
      const makeCopy = (reader: Reader) => makePolicyCopy(context.ports.files, reader, policy);
      return handOut(context, { make: makeCopy, description: `Downloaded policy ${policy.name}`, id: policy.id }, (link) => link);
    }),

  downloadAllTrustDocumentsByToken: (call) =>
    withPersonalLink(call, async (context) => {
      const documents = await findDocumentFiles(context.db);
      if (!documents.length) return documentNotFound();
      const makeCopy = (reader: Reader) => makeArchive(context.ports.files, reader, documents);
      const download = { make: makeCopy, description: `Downloaded ${documents.length} trust documents`, id: context.actor.id };
      return handOutUpload(context, download, (link, fileCount) => ({ ...link, fileCount }));
    }),

  getTrustDocumentByTokenDownloadUrl: (call) =>
    withPersonalLink(call, async (context) => {
      const [document] = await findDocumentFiles(context.db, call.path.documentId);
      if (!document) return documentNotFound();
      const makeCopy = (reader: Reader) => makeReaderCopy(context.ports.files, reader, document);
      return handOutUpload(
        context,
        { make: makeCopy, description: `Downloaded trust document ${document.name}`, id: document.id },
        (link) => link,
      );
    }),

  getComplianceResourceByTokenDownloadUrl: (call) =>
    withPersonalLink(call, (context) => handOutCertificate(context, { framework: call.path.framework })),

  getCustomComplianceResourceByTokenDownloadUrl: (call) =>
    withPersonalLink(call, (context) => handOutCertificate(context, { customFrameworkId: call.path.customFrameworkId })),
};

async function handOutCertificate(context: OrganizationContext, certifiedFramework: Parameters<typeof findCertificateFile>[1]) {
  const file = await findCertificateFile(context.db, certifiedFramework);
  if (!file) return certificateNotFound();
  const makeCopy = (reader: Reader) => makeReaderCopy(context.ports.files, reader, file);
  return handOutUpload(context, { make: makeCopy, description: `Downloaded certificate ${file.name}`, id: file.id }, (link) => link);
}

interface Download {
  /** Creates the file, outside of any transaction. */
  readonly make: (reader: Reader) => Promise<CreatedFile>;
  /** The description in the audit log. */
  readonly description: string;
  /** The id of the record in the audit log. */
  readonly id: string;
}

/**
 * Makes the reader's copy of a file between two transactions, and returns a link to it if the access is still active then.
 * @param createBody creates the response body from the link and the number of documents in the file
 * @param createRefusal creates the refusal for a file that cannot be watermarked
 */
async function handOut<Body, Refused = never>(
  { db, actor, ports: { files } }: OrganizationContext,
  { make: makeCopy, description, id }: Download,
  createBody: (link: FileLink, count: number) => Body,
  createRefusal?: (reason: CannotWatermark) => LoggedRefusal<Refused>,
) {
  const reader = await findReader(db, actor.id);
  if (!reader) return accessExpired();
  return new CallExternal<{ readonly status: 200; readonly body: Body } | ReturnType<typeof accessExpired> | Refused>(async () => {
    const copy = await makeCopy(reader).catch((error: unknown) => {
      if (createRefusal && error instanceof CannotWatermark) return createRefusal(error);
      throw error;
    });
    if (copy instanceof LoggedRefusal) return () => Promise.resolve(copy);
    const { count = 1, ...file } = copy;
    return async ({ db: nextDb, audit }) => {
      if (!(await isStillActive(nextDb, actor.id))) return accessExpired();
      audit.performed(description, { ...auditFields(id), data: { grantId: actor.id } });
      const { downloadUrl, fileName, fileSize = file.size, expiresIn } = createDownloadLink(files, file);
      return { status: 200 as const, body: createBody({ downloadUrl, fileName, fileSize, expiresIn }, count) };
    };
  });
}

/** Hands out an uploaded file. If the file cannot be watermarked, the refusal is logged. */
function handOutUpload<Body>(context: OrganizationContext, download: Download, createBody: (link: FileLink, count: number) => Body) {
  const { description, id } = download;
  return handOut<Body, ReturnType<typeof documentNotMarkable>>(context, download, createBody, ({ message }) => {
    const note = { ...auditFields(id), description: `${description}: refused, because ${message}`, data: { grantId: context.actor.id } };
    return new LoggedRefusal(documentNotMarkable(), note);
  });
}
