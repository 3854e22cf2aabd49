/** Queries about certificates. Each framework has at most one (trust-portal, rule 7). */
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import type { AcceptedFile } from '#documents/files/receive';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { anyOf, contains } from '#platform/database/filters';
import { newId } from '#platform/database/ids';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';

type Schemas = components['schemas'];
type Resource = Schemas['ComplianceResource'];

/** The framework of a certificate, which is either predefined or a custom one of the organization. */
export type CertifiedFramework =
  | { readonly framework: Schemas['TrustPortalFramework']; readonly customFrameworkId: null }
  | { readonly framework: null; readonly customFrameworkId: string };

const columns = columnsOf(
  'trust_certificate',
  'id',
  'framework',
  'customFrameworkId',
  'fileName',
  'fileSize',
  'createdAt',
  'updatedAt',
  'version',
);

type Filter = FilterOf<'listComplianceResources'>;

const pagedList = PagedList.of((db) => db.selectFrom('trust_certificate').select(columns)).filteredBy<Filter>({
  search: contains('trust_certificate.file_name'),
  ids: anyOf('trust_certificate.id'),
});
const orders = {
  updatedAt: 'trust_certificate.updated_at',
  createdAt: 'trust_certificate.created_at',
  fileName: 'trust_certificate.file_name',
} as const;

/** @returns a page of the certificates that match the filter */
export function listCertificates(
  db: OrganizationDatabase,
  filter: Filter,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<Resource>> {
  return pagedList.page(db, filter, { by: orders[page.sortBy], id: 'trust_certificate.id' }, page);
}

/** @returns the certificate with the key of its file */
export function findCertificate(db: OrganizationDatabase, id: string): Promise<(Resource & { readonly fileKey: string }) | undefined> {
  return db
    .selectFrom('trust_certificate')
    .select([...columns, 'trust_certificate.file_key as fileKey'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** @returns the certificate of a framework, or undefined if it has none */
export function findCertificateOfFramework(
  db: OrganizationDatabase,
  { framework, customFrameworkId }: CertifiedFramework,
): Promise<Resource | undefined> {
  const rows = db.selectFrom('trust_certificate').select(columns);
  const row = framework === null ? rows.where('custom_framework_id', '=', customFrameworkId) : rows.where('framework', '=', framework);
  return row.executeTakeFirst();
}

/**
 * Stores a certificate, or replaces the file of an existing one. The database then records the old file as obsolete. The caller must have
 * locked the portal.
 * @returns the certificate
 */
export async function saveCertificate(
  db: OrganizationDatabase,
  certifiedFramework: CertifiedFramework,
  { name, size, key }: AcceptedFile,
): Promise<Resource> {
  const file = { file_name: name, file_size: size, file_key: key };
  const before = await findCertificateOfFramework(db, certifiedFramework);
  if (before) return db.updateTable('trust_certificate').set(file).where('id', '=', before.id).returning(columns).executeTakeFirstOrThrow();
  return db
    .insertInto('trust_certificate')
    .values({
      id: newId('tcr'),
      framework: certifiedFramework.framework,
      custom_framework_id: certifiedFramework.customFrameworkId,
      ...file,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** @returns the deleted certificate; undefined if it did not exist */
export function deleteCertificate(db: OrganizationDatabase, id: string): Promise<Resource | undefined> {
  return db.deleteFrom('trust_certificate').where('id', '=', id).returning(columns).executeTakeFirst();
}
