/** Certificates of frameworks that the organization meets (spec/areas/trust-portal, rules 7 and 8). */
import type { components } from '../../../../generated/api.d.ts';
import type { Handlers } from '../../../contract/types.ts';
import { acceptFile, isAccepted } from '../../../domain/files/receive.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { removeObsolete } from '../../../platform/files/obsolete.ts';
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import {
  type Certified,
  deleteCertificate,
  findCertificate,
  findCertificateOf,
  listCertificates,
  saveCertificate,
} from '../queries/certificates.ts';
import { holdCustomFramework, selectCustomFramework } from '../queries/custom-frameworks.ts';
import { changeFrameworks, changePortal, listFrameworks } from '../queries/portal.ts';
import { frameworkNotFound } from '../refusals.ts';
import { downloadOf } from '../../../domain/trust-portal/file-links.ts';

type Certificates =
  'listComplianceResources' | 'uploadComplianceResource' | 'getComplianceResourceDownloadUrl' | 'deleteComplianceResource';

const notFound = () => refusal('compliance_resource_not_found');
const pdf = 'application/pdf';

export const certificates: Pick<Handlers<'trust-portal'>, Certificates> = {
  async listComplianceResources({ page, db }) {
    return { status: 200, page: await listCertificates(db, page) };
  },

  async uploadComplianceResource({ body, audit, ...context }) {
    const { db } = context;
    const certified = certifiedIn(body);
    if (!certified) return invalid({ framework: 'must be set if customFrameworkId is not set, and must not be set otherwise' });
    // Held first, so that of two uploads for one framework the second replaces the file of the first.
    await changePortal(db, {});
    const status = await statusOf(db, certified);
    if (status === undefined) return frameworkNotFound();
    if (status !== 'compliant') return refusal('framework_not_compliant', { frameworkStatus: status });
    const file = await acceptFile(context, body, { purpose: 'document', accepts: (type) => type === pdf }, 'trust-portal/certificates');
    if (!isAccepted(file)) return file;

    const before = await findCertificateOf(db, certified);
    const resource = await saveCertificate(db, certified, file);
    await removeObsolete(context);
    if (certified.framework === null) await selectCustomFramework(db, certified.customFrameworkId, { enabled: true }, true);
    else await changeFrameworks(db, [{ framework: certified.framework, enabled: true }]);
    audit.changed(
      { fileName: before?.fileName ?? null, fileSize: before?.fileSize ?? null },
      { fileName: resource.fileName, fileSize: resource.fileSize },
      {
        entityId: resource.id,
        description: `${before ? 'Replaced' : 'Uploaded'} certificate for ${body.framework ?? body.customFrameworkId}`,
      },
    );
    return { status: before ? 200 : 201, body: resource };
  },

  async getComplianceResourceDownloadUrl({ path, db, ports: { files }, audit }) {
    const found = await findCertificate(db, path.id);
    if (!found) return notFound();
    const { fileKey, fileName: name, fileSize: size } = found;
    audit.did(`Downloaded certificate ${name}`);
    return { status: 200, body: downloadOf(files, { fileKey, name, type: pdf, size }) };
  },

  async deleteComplianceResource({ path, db, audit }) {
    const gone = await deleteCertificate(db, path.id);
    if (!gone) return notFound();
    audit.removed({ fileName: gone.fileName, fileSize: gone.fileSize }, { description: 'Deleted certificate' });
    return { status: 204 };
  },
};

/** @returns the framework that a request names; undefined unless it names exactly one */
function certifiedIn({ framework, customFrameworkId }: components['schemas']['ComplianceResourceUpload']): Certified | undefined {
  if (framework !== undefined) return customFrameworkId === undefined ? { framework, customFrameworkId: null } : undefined;
  return customFrameworkId === undefined ? undefined : { framework: null, customFrameworkId };
}

/** @returns how far the organization is with a framework; undefined when there is no such framework */
async function statusOf(db: OrganizationDatabase, { framework, customFrameworkId }: Certified) {
  if (framework === null) return (await holdCustomFramework(db, customFrameworkId))?.status;
  return (await listFrameworks(db)).find((setting) => setting.framework === framework)?.status;
}
