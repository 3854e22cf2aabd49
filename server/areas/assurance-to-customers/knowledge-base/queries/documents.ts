/** Queries about documents of the knowledge base. */
import { sql, type SqlBool } from 'kysely';
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf, contains } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';

type Document = components['schemas']['KnowledgeBaseDocument'];

const columns = columnsOf(
  'knowledge_base_document',
  'id',
  'organizationId',
  'name',
  'description',
  'audience',
  'fileType',
  'fileSize',
  'processingStatus',
  'processingError',
  'processedAt',
  'runId',
  'chunkCount',
  'createdAt',
  'updatedAt',
  'version',
);
const sortColumns = {
  createdAt: 'knowledge_base_document.created_at',
  updatedAt: 'knowledge_base_document.updated_at',
  name: 'knowledge_base_document.name',
} as const;
export type DocumentOrder = keyof typeof sortColumns;

const pagedList = PagedList.of((db) => db.selectFrom('knowledge_base_document').select(columns)).filteredBy<
  FilterOf<'listKnowledgeBaseDocuments'>
>({
  processingStatus: anyOf('knowledge_base_document.processing_status'),
  audience: anyOf('knowledge_base_document.audience'),
  search: contains('knowledge_base_document.name', 'knowledge_base_document.description'),
  ids: anyOf('knowledge_base_document.id'),
});

/** @returns a page of the documents that match the filter */
export function listDocuments(
  db: OrganizationDatabase,
  filter: FilterOf<'listKnowledgeBaseDocuments'>,
  page: PageRequest<DocumentOrder>,
): Promise<Page<Document>> {
  return pagedList.page(db, filter, { by: sortColumns[page.sortBy], id: 'knowledge_base_document.id' }, page);
}

/** @returns the document, or undefined if it does not exist */
export function findDocument(db: OrganizationDatabase, id: string): Promise<Document | undefined> {
  return db.selectFrom('knowledge_base_document').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Finds a document and locks it until the transaction ends. */
export function lockDocument(db: OrganizationDatabase, id: string): Promise<Document | undefined> {
  return db.selectFrom('knowledge_base_document').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** @returns the key, name and type of the file */
export function findFile(db: OrganizationDatabase, id: string) {
  return db
    .selectFrom('knowledge_base_document')
    .select(columnsOf('knowledge_base_document', 'name', 'fileType', 'fileKey'))
    .where('id', '=', id)
    .executeTakeFirst();
}

interface NewDocument {
  readonly name: string;
  readonly description: string | null;
  readonly audience: Document['audience'];
  readonly fileType: string;
  readonly fileSize: number;
  readonly fileKey: string;
}

/** @returns the id of the new document */
export async function insertDocument(
  db: OrganizationDatabase,
  { name, description, audience, fileType, fileSize, fileKey }: NewDocument,
): Promise<string> {
  const id = newId('kbd');
  await db
    .insertInto('knowledge_base_document')
    .values({ id, name, description, audience, file_type: fileType, file_size: fileSize, file_key: fileKey })
    .execute();
  return id;
}

export async function updateDocument(
  db: OrganizationDatabase,
  id: string,
  { name, description, audience }: Pick<Document, 'name' | 'description' | 'audience'>,
): Promise<void> {
  await db.updateTable('knowledge_base_document').set({ name, description, audience }).where('id', '=', id).execute();
}

/** Deletes a document. A foreign key deletes its passages, and a trigger deletes its file (rule 11). */
export async function deleteDocument(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('knowledge_base_document').where('id', '=', id).execute();
}

/**
 * Locks documents until the transaction ends, always in the same order.
 * @returns the documents that exist, and for each whether a run is reading it or will read it
 */
export function lockDocuments(
  db: OrganizationDatabase,
  ids: readonly string[],
): Promise<(Pick<Document, 'id' | 'processingStatus'> & { readonly isProcessing: boolean })[]> {
  return db
    .selectFrom('knowledge_base_document')
    .select((eb) => [
      'id',
      'processing_status as processingStatus',
      sql<boolean>`(${eb.ref('processing_status')} = 'processing' or exists (select from run r where r.organization_id = ${eb.ref('organization_id')}
        and r.id = ${eb.ref('run_id')} and r.status in ('queued', 'running')
        and (${eb.ref('processed_at')} is null or ${eb.ref('processed_at')} < r.created_at)))`.as('isProcessing'),
    ])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Stores which run reads these documents. */
export async function setRun(db: OrganizationDatabase, ids: readonly string[], runId: string): Promise<void> {
  await db.updateTable('knowledge_base_document').set({ run_id: runId }).where('id', 'in', ids).execute();
}

/** @returns the file of the document that a run should read, and whether this run has already read it */
export function findDocumentToRead(db: OrganizationDatabase, id: string, startedAt: string) {
  return db
    .selectFrom('knowledge_base_document')
    .select(columnsOf('knowledge_base_document', 'id', 'fileType', 'fileKey'))
    .select((eb) => sql<SqlBool>`coalesce(${eb.ref('processed_at')} >= ${startedAt}, false)`.$castTo<boolean>().as('isDone'))
    .where('id', '=', id)
    .executeTakeFirst();
}
