/** Certificates of frameworks that the organization meets (spec/areas/trust-portal, rules 7 and 8). */
import type { components } from '../../../../generated/api.d.ts';
import type { Handlers } from '../../../contract/types.ts';
import { acceptFile, isAccepted } from '../../../domain/files/receive.ts';
import type { Unmarkable } from '../../../domain/watermarks/copy.ts';
import { withInspected } from '../../../domain/watermarks/inspect.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
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
import { tellUnmarkable } from '../queries/unmarkable.ts';
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

  async uploadComplianceResource({ body, ...context }) {
    const certified = certifiedIn(body);
    if (!certified) return invalid({ framework: 'must be set if customFrameworkId is not set, and must not be set otherwise' });
    const refused = await holdCompliant(context.db, certified);
    return refused ?? withInspected(context, body, wanted, (later, fault) => keep(later, certified, body, fault));
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

const wanted = { purpose: 'document', accepts: (type: string) => type === pdf } as const;

/** Holds the portal, so that of two uploads for one framework the second replaces the file of the first. @returns why there can be no certificate */
async function holdCompliant(db: OrganizationDatabase, certified: Certified) {
  await changePortal(db, {});
  const status = await statusOf(db, certified);
  if (status === undefined) return frameworkNotFound();
  return status === 'compliant' ? undefined : refusal('framework_not_compliant', { frameworkStatus: status });
}

async function keep(
  context: OrganizationContext,
  certified: Certified,
  body: components['schemas']['ComplianceResourceUpload'],
  fault: Unmarkable | undefined,
) {
  const { db, audit } = context;
  const refused = await holdCompliant(db, certified);
  if (refused) return refused;
  const file = await acceptFile(context, body, wanted, 'trust-portal/certificates');
  if (!isAccepted(file)) return file;
  const before = await findCertificateOf(db, certified);
  const resource = await saveCertificate(db, certified, file);
  await removeObsolete(context);
  if (certified.framework === null) await selectCustomFramework(db, certified.customFrameworkId, { enabled: true }, true);
  else await changeFrameworks(db, [{ framework: certified.framework, enabled: true }]);
  if (fault) await tellUnmarkable(db, resource.fileName, fault);
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
