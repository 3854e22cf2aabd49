/** Files for the holder of a personal link, each copy with a watermark (spec/areas/trust-access, rules 8 and 10). */
import type { components } from '../../../../generated/api.d.ts';
import { CallOutside, LoggedRefusal } from '../../../contract/replies.ts';
import type { Handlers } from '../../../contract/types.ts';
import { downloadOf } from '../../../domain/trust-portal/file-links.ts';
import { findCertificateFile, findDocumentFiles } from '../../../domain/trust-portal/shared-files.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import {
  archiveOf,
  copyOf,
  type Made,
  NotMarked,
  policyArchiveOf,
  policyBundleOf,
  policyCopyOf,
  type Reader,
} from '../documents/copies.ts';
import { findSharedPolicies } from '../queries/policies.ts';
import { findReader } from '../queries/reader.ts';
import { isStillActive } from '../queries/grants.ts';
import { accessOver } from '../refusals.ts';
import { about } from '../rules/logged.ts';
import { byLink } from './entrances.ts';

type Downloads =
  | 'downloadAllPoliciesByToken'
  | 'getPolicyByTokenDownloadUrl'
  | 'downloadAllTrustDocumentsByToken'
  | 'getTrustDocumentByTokenDownloadUrl'
  | 'getComplianceResourceByTokenDownloadUrl'
  | 'getCustomComplianceResourceByTokenDownloadUrl';

type FileLink = Required<components['schemas']['FileLink']>;

const noPolicy = () => refusal('shared_policy_not_found');
const noDocument = () => refusal('shared_document_not_found');
const notMarked = () => refusal('document_not_markable');
const noCertificate = () => refusal('shared_certificate_not_found');

export const downloads: Pick<Handlers<'trust-access'>, Downloads> = {
  downloadAllPoliciesByToken: (call) =>
    byLink(call, async (context) => {
      const policies = await findSharedPolicies(context.db);
      if (!policies.length) return noPolicy();
      const { format = 'pdf' } = call.query;
      const { files } = context.ports;
      const make = (reader: Reader) => (format === 'zip' ? policyArchiveOf : policyBundleOf)(files, reader, policies);
      const wanted = { make, told: `Downloaded ${policies.length} policies`, id: context.actor.id };
      return handOut(context, wanted, (link, policyCount) => ({ ...link, policyCount }));
    }),

  getPolicyByTokenDownloadUrl: (call) =>
    byLink(call, async (context) => {
      const [policy] = await findSharedPolicies(context.db, call.path.policyId);
      if (!policy) return noPolicy();
      const make = (reader: Reader) => policyCopyOf(context.ports.files, reader, policy);
      return handOut(context, { make, told: `Downloaded policy ${policy.name}`, id: policy.id }, (link) => link);
    }),

  downloadAllTrustDocumentsByToken: (call) =>
    byLink(call, async (context) => {
      const documents = await findDocumentFiles(context.db);
      if (!documents.length) return noDocument();
      const make = (reader: Reader) => archiveOf(context.ports.files, reader, documents);
      const wanted = { make, told: `Downloaded ${documents.length} trust documents`, id: context.actor.id };
      return handOutMarked(context, wanted, (link, fileCount) => ({ ...link, fileCount }));
    }),

  getTrustDocumentByTokenDownloadUrl: (call) =>
    byLink(call, async (context) => {
      const [document] = await findDocumentFiles(context.db, call.path.documentId);
      if (!document) return noDocument();
      const make = (reader: Reader) => copyOf(context.ports.files, reader, document);
      return handOutMarked(context, { make, told: `Downloaded trust document ${document.name}`, id: document.id }, (link) => link);
    }),

  getComplianceResourceByTokenDownloadUrl: (call) => byLink(call, (context) => certificate(context, { framework: call.path.framework })),

  getCustomComplianceResourceByTokenDownloadUrl: (call) =>
    byLink(call, (context) => certificate(context, { customFrameworkId: call.path.customFrameworkId })),
};

async function certificate(context: OrganizationContext, of: Parameters<typeof findCertificateFile>[1]) {
  const file = await findCertificateFile(context.db, of);
  if (!file) return noCertificate();
  const make = (reader: Reader) => copyOf(context.ports.files, reader, file);
  return handOutMarked(context, { make, told: `Downloaded certificate ${file.name}`, id: file.id }, (link) => link);
}

interface Wanted {
  /** Makes the file, outside of any transaction. */
  readonly make: (reader: Reader) => Promise<Made>;
  /** What the log says. */
  readonly told: string;
  /** Of the record that the log names. */
  readonly id: string;
}

/**
 * Makes the reader's copy of a file between two transactions, and links to it if the access still works then.
 * @param answer from the link, and from the number of what is in the file
 * @param refuse what may turn out not to be markable
 */
async function handOut<Body, Refused = never>(
  { db, actor, ports: { files } }: OrganizationContext,
  { make, told, id }: Wanted,
  answer: (link: FileLink, count: number) => Body,
  refuse?: (why: NotMarked) => LoggedRefusal<Refused>,
) {
  const reader = await findReader(db, actor.id);
  if (!reader) return accessOver();
  return new CallOutside<{ readonly status: 200; readonly body: Body } | ReturnType<typeof accessOver> | Refused>(async () => {
    const found = await make(reader).catch((error: unknown) => {
      if (refuse && error instanceof NotMarked) return refuse(error);
      throw error;
    });
    if (found instanceof LoggedRefusal) return () => Promise.resolve(found);
    const { count = 1, ...file } = found;
    return async ({ db: now, audit }) => {
      if (!(await isStillActive(now, actor.id))) return accessOver();
      audit.did(told, { ...about(id), data: { grantId: actor.id } });
      const { downloadUrl, fileName, fileSize = file.size, expiresIn } = downloadOf(files, file);
      return { status: 200 as const, body: answer({ downloadUrl, fileName, fileSize, expiresIn }, count) };
    };
  });
}

/** The same for files of others, whose copies may not be markable: the log tells of it. */
function handOutMarked<Body>(context: OrganizationContext, wanted: Wanted, answer: (link: FileLink, count: number) => Body) {
  const { told, id } = wanted;
  return handOut<Body, ReturnType<typeof notMarked>>(context, wanted, answer, ({ message }) => {
    const note = { ...about(id), description: `${told}: refused, because ${message}`, data: { grantId: context.actor.id } };
    return new LoggedRefusal(notMarked(), note);
  });
}
