/** Manages certificates of frameworks that the organization complies with (trust-portal, rules 7 and 8). */
import { stateOf } from '#contract/states';
import { trustPortalFrameworkStatus } from '#generated/transitions';
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { acceptFile, isAccepted } from '#documents/files/receive';
import type { UnmarkableReason } from '#documents/watermarks/copy';
import { inspectAndStore } from '#documents/watermarks/inspect';
import type { OrganizationContext } from '#platform/context';
import type { OrganizationDatabase } from '#platform/database/handle';
import { removeObsolete } from '#platform/files/obsolete';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, refusal } from '#platform/refusals/refusal';
import {
  type CertifiedFramework,
  deleteCertificate,
  findCertificate,
  findCertificateOfFramework,
  listCertificates,
  saveCertificate,
} from '../queries/certificates.ts';
import { lockCustomFramework, saveCustomFramework } from '../queries/custom-frameworks.ts';
import { changeFrameworks, changePortal, listFrameworks } from '../queries/portal.ts';
import { notifyNotWatermarked } from '../steps/unmarkable.ts';
import { frameworkNotFound } from '../refusals.ts';
import { createDownloadLink } from '#domain/trust/portal/file-links';

type Operations = 'listComplianceResources' | 'uploadComplianceResource' | 'getComplianceResourceDownloadUrl' | 'deleteComplianceResource';

const notFound = () => refusal('compliance_resource_not_found');
const pdfType = 'application/pdf';

export const certificates: Pick<Handlers<'trust-portal'>, Operations> = {
  async listComplianceResources({ query, page, db }) {
    return { status: 200, page: await listCertificates(db, query, page) };
  },

  async uploadComplianceResource({ body, ...context }) {
    const framework = parseFramework(body);
    if (!framework) return invalid({ framework: fieldErrors.eitherOr('framework', 'customFrameworkId') });
    const rejection = await lockAndCheckCompliance(context.db, framework);
    return (
      rejection ??
      inspectAndStore(context, body, pdfOnly, (fileContext, unmarkableReason) => saveAndLog(fileContext, framework, body, unmarkableReason))
    );
  },

  async getComplianceResourceDownloadUrl({ path, db, ports: { files }, audit }) {
    const certificate = await findCertificate(db, path.id);
    if (!certificate) return notFound();
    const { fileKey, fileName: name, fileSize: size } = certificate;
    audit.performed(`Downloaded certificate ${name}`);
    return { status: 200, body: createDownloadLink(files, { fileKey, name, type: pdfType, size }) };
  },

  async deleteComplianceResource({ path, db, audit, requireVersion }) {
    const deletedCertificate = await deleteCertificate(db, path.id);
    if (!deletedCertificate) return notFound();
    requireVersion(deletedCertificate);
    audit.removed({ fileName: deletedCertificate.fileName, fileSize: deletedCertificate.fileSize }, { description: 'Deleted certificate' });
    return { status: 204 };
  },
};

const pdfOnly = { purpose: 'document', accepts: (type: string) => type === pdfType } as const;

/**
 * Locks the portal, so that the second of two uploads for the same framework replaces the file of the first.
 * @returns a refusal if the framework is missing or not compliant
 */
async function lockAndCheckCompliance(db: OrganizationDatabase, certifiedFramework: CertifiedFramework) {
  await changePortal(db, {});
  const status = await findComplianceStatus(db, certifiedFramework);
  if (status === undefined) return frameworkNotFound();
  return status === 'compliant' ? undefined : refusal('framework_not_compliant', stateOf(trustPortalFrameworkStatus, status));
}

async function saveAndLog(
  context: OrganizationContext,
  certifiedFramework: CertifiedFramework,
  body: components['schemas']['ComplianceResourceUpload'],
  unmarkableReason: UnmarkableReason | undefined,
) {
  const { db, audit, requireVersion } = context;
  const rejection = await lockAndCheckCompliance(db, certifiedFramework);
  if (rejection) return rejection;
  const file = await acceptFile(context, body, pdfOnly, 'trust-portal/certificates');
  if (!isAccepted(file)) return file;
  const before = await findCertificateOfFramework(db, certifiedFramework);
  if (before) requireVersion(before);
  const resource = await saveCertificate(db, certifiedFramework, file);
  await removeObsolete(context);
  if (certifiedFramework.framework === null) await saveCustomFramework(db, certifiedFramework.customFrameworkId, { enabled: true }, true);
  else await changeFrameworks(db, [{ framework: certifiedFramework.framework, enabled: true }]);
  if (unmarkableReason) await notifyNotWatermarked(db, resource.fileName, unmarkableReason);
  audit.changed(
    { fileName: before?.fileName ?? null, fileSize: before?.fileSize ?? null },
    { fileName: resource.fileName, fileSize: resource.fileSize },
    {
      entityId: resource.id,
      description: `${before ? 'Replaced' : 'Uploaded'} certificate for ${body.framework ?? body.customFrameworkId}`,
    },
  );
  return before ? { status: 200 as const, body: resource } : { status: 201 as const, body: resource };
}

/** @returns the framework that a request names; undefined if it names none or several */
function parseFramework({
  framework,
  customFrameworkId,
}: components['schemas']['ComplianceResourceUpload']): CertifiedFramework | undefined {
  if (framework !== undefined) return customFrameworkId === undefined ? { framework, customFrameworkId: null } : undefined;
  return customFrameworkId === undefined ? undefined : { framework: null, customFrameworkId };
}

/** @returns the organization's compliance status for a framework; undefined if there is no such framework */
async function findComplianceStatus(db: OrganizationDatabase, { framework, customFrameworkId }: CertifiedFramework) {
  if (framework === null) return (await lockCustomFramework(db, customFrameworkId))?.status;
  return (await listFrameworks(db)).find((setting) => setting.framework === framework)?.status;
}
