/** Queries about additional documents of the page. A deleted document keeps its row, but not its file. */
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import type { AcceptedFile } from '#documents/files/receive';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { anyOf, contains } from '#platform/database/filters';
import { newId } from '#platform/database/ids';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import { touchUpdatedAt } from '#platform/database/touched';

type Document = components['schemas']['TrustDocument'];

const columns = columnsOf(
  'trust_document',
  'id',
  'name',
  'description',
  'fileType',
  'fileSize',
  'isActive',
  'createdAt',
  'updatedAt',
  'version',
);

type Filter = FilterOf<'listTrustDocuments'>;

const pagedList = PagedList.of((db) => db.selectFrom('trust_document').select(columns).where('is_active', '=', true)).filteredBy<Filter>({
  search: contains('trust_document.name', 'trust_document.description'),
  ids: anyOf('trust_document.id'),
});
const orders = { createdAt: 'trust_document.created_at', updatedAt: 'trust_document.updated_at', name: 'trust_document.name' } as const;

/** @returns a page of the active documents that match the filter */
export function listDocuments(db: OrganizationDatabase, filter: Filter, page: PageRequest<keyof typeof orders>): Promise<Page<Document>> {
  return pagedList.page(db, filter, { by: orders[page.sortBy], id: 'trust_document.id' }, page);
}

/** Finds an active document with the key of its file, and locks it until the transaction ends. */
export async function lockDocument(
  db: OrganizationDatabase,
  id: string,
): Promise<(Document & { readonly fileKey: string | null }) | undefined> {
  return db
    .selectFrom('trust_document')
    .select([...columns, 'trust_document.file_key as fileKey'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forUpdate()
    .executeTakeFirst();
}

/** @returns the name, type, size and key of the file of an active document */
export function findDocumentFile(db: OrganizationDatabase, id: string) {
  return db
    .selectFrom('trust_document')
    .select(columnsOf('trust_document', 'name', 'fileType', 'fileSize', 'fileKey'))
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
}

export function insertDocument(
  db: OrganizationDatabase,
  { name, type, size, key }: AcceptedFile,
  description: string | null,
): Promise<Document> {
  return db
    .insertInto('trust_document')
    .values({ id: newId('tdoc'), name, description, file_type: type, file_size: size, file_key: key })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export function updateDocument(
  db: OrganizationDatabase,
  id: string,
  fields: { readonly name?: string | undefined; readonly description?: string | null | undefined },
): Promise<Document> {
  return db
    .updateTable('trust_document')
    .set({ ...touchUpdatedAt, ...fields })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Removes a document from the page, and its file from storage. */
export async function deactivateDocument(db: OrganizationDatabase, id: string): Promise<void> {
  await db.updateTable('trust_document').set({ is_active: false, file_key: null }).where('id', '=', id).execute();
}
