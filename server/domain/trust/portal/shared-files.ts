/** Lists the documents, certificates and policies for holders of personal links (spec/areas/assurance-to-customers/trust-access). */
import type { components } from '#generated/api';
import { type VisitorAudience } from '#domain/access/audience/reader';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { anyOf, contains } from '#platform/database/filters';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { missingLast } from '#platform/database/sort-keys';
import type { LinkedFile } from './file-links.ts';

type Schemas = components['schemas'];

const documents = PagedList.of((db) =>
  db
    .selectFrom('trust_document')
    .select(columnsOf('trust_document', 'id', 'name', 'description', 'createdAt', 'updatedAt'))
    .where('is_active', '=', true),
).filteredBy<FilterOf<'listTrustDocumentsByToken'>>({
  search: contains('trust_document.name', 'trust_document.description'),
  ids: anyOf('trust_document.id'),
});
const documentOrders = {
  createdAt: 'trust_document.created_at',
  updatedAt: 'trust_document.updated_at',
  name: 'trust_document.name',
} as const;

/** @returns a page of the active documents that match the filter */
export function listSharedDocuments(
  db: OrganizationDatabase,
  filter: FilterOf<'listTrustDocumentsByToken'>,
  page: PageRequest<keyof typeof documentOrders>,
): Promise<Page<Schemas['TrustSharedDocument']>> {
  return documents.page(db, filter, { by: documentOrders[page.sortBy], id: 'trust_document.id' }, page);
}

const certificates = PagedList.of((db) =>
  db
    .selectFrom('trust_certificate')
    .leftJoin('custom_framework as own', 'own.id', 'trust_certificate.custom_framework_id')
    .select(columnsOf('trust_certificate', 'framework', 'customFrameworkId', 'fileName', 'fileSize', 'updatedAt'))
    .select('own.name as customFrameworkName'),
).filteredBy<FilterOf<'listComplianceResourcesByToken'>>({ search: contains('trust_certificate.file_name') });
const certificateOrders = { updatedAt: 'trust_certificate.updated_at', fileName: 'trust_certificate.file_name' } as const;

/** @returns a page of the certificates that match the filter */
export function listSharedCertificates(
  db: OrganizationDatabase,
  filter: FilterOf<'listComplianceResourcesByToken'>,
  page: PageRequest<keyof typeof certificateOrders>,
): Promise<Page<Schemas['TrustSharedCertificate']>> {
  return certificates.page(db, filter, { by: certificateOrders[page.sortBy], id: 'trust_certificate.id' }, page);
}

const policies = PagedList.of((db) =>
  db
    .selectFrom('policy')
    .leftJoin('policy_version as current', 'current.id', 'policy.current_version_id')
    .select(columnsOf('policy', 'id', 'name', 'description', 'lastPublishedAt', 'updatedAt'))
    .select(['current.id as versionId', 'current.version'])
    .where('policy.status', '=', 'published')
    .where('policy.archived_at', 'is', null)
    .where('policy.is_archived', '=', false),
).filteredBy<FilterOf<'listPoliciesByToken'> & { readonly audience: readonly VisitorAudience[] }>({
  audience: anyOf('policy.audience'),
  search: contains('policy.name'),
  ids: anyOf('policy.id'),
});
const policyOrders = {
  name: 'policy.name',
  updatedAt: 'policy.updated_at',
  lastPublishedAt: missingLast('policy.last_published_at'),
} as const;

/** @param audience the audiences of the reader @returns a page of the published policies released to these audiences */
export async function listSharedPolicies(
  db: OrganizationDatabase,
  audience: readonly VisitorAudience[],
  filter: FilterOf<'listPoliciesByToken'>,
  page: PageRequest<keyof typeof policyOrders>,
): Promise<Page<Schemas['TrustSharedPolicy']>> {
  const foundPage = await policies.page(db, { ...filter, audience }, { by: policyOrders[page.sortBy], id: 'policy.id' }, page);
  return mapPage(foundPage, ({ versionId, version, ...policy }) => ({
    ...policy,
    currentVersion: versionId === null || version === null ? null : { id: versionId, version },
  }));
}

/** A file of the trust portal, with the id of its record. */
export interface SharedFile extends LinkedFile {
  readonly id: string;
}

/** @param id the id of one document; defaults to all documents @returns the files of active documents, newest first */
export async function findDocumentFiles(db: OrganizationDatabase, id?: string): Promise<SharedFile[]> {
  const rows = await db
    .selectFrom('trust_document')
    .select(['id', 'name', 'file_type as type', 'file_size as size', 'file_key as fileKey'])
    .where('is_active', '=', true)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ fileKey, ...row }) => (fileKey === null ? [] : [{ ...row, fileKey }]));
}

/** @returns the certificate file of a framework; undefined if it has none */
export async function findCertificateFile(
  db: OrganizationDatabase,
  key: { readonly framework: Schemas['TrustPortalFramework'] } | { readonly customFrameworkId: string },
): Promise<SharedFile | undefined> {
  const row = await db
    .selectFrom('trust_certificate')
    .select(['id', 'file_name as name', 'file_size as size', 'file_key as fileKey'])
    .where((eb) => ('framework' in key ? eb('framework', '=', key.framework) : eb('custom_framework_id', '=', key.customFrameworkId)))
    .executeTakeFirst();
  return row && { ...row, type: 'application/pdf' };
}
