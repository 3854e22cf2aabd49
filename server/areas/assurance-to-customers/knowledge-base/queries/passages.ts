/** Stores the passages that runs read from documents, and the results of these runs (knowledge-base, rule 12 and document states). */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { PassageText } from '../rules/passages.ts';

type Processed = components['schemas']['KnowledgeBaseProcessedDocument'];

const now = sql<string>`clock_timestamp()`;

/** Marks a document as processing and deletes its earlier passages. @returns whether the document exists */
export async function beginReading(db: OrganizationDatabase, id: string): Promise<boolean> {
  const updatedRow = await db
    .updateTable('knowledge_base_document')
    .set({ processing_status: 'processing', processing_error: null, processed_at: null, chunk_count: 0 })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  await db.deleteFrom('knowledge_base_passage').where('document_id', '=', id).execute();
  return updatedRow !== undefined;
}

/** @param firstPosition position of the first of these passages in the document */
export async function insertPassages(
  db: OrganizationDatabase,
  documentId: string,
  passages: readonly PassageText[],
  firstPosition: number,
): Promise<void> {
  const rows = passages.map(({ page, content }, index) => ({
    id: newId('kbp'),
    document_id: documentId,
    place: firstPosition + index,
    page,
    content,
  }));
  await db.insertInto('knowledge_base_passage').values(rows).execute();
}

/** Marks a document as completed, so that its passages can be found. */
export async function completeReading(db: OrganizationDatabase, id: string, chunkCount: number): Promise<void> {
  await db
    .updateTable('knowledge_base_document')
    .set({ processing_status: 'completed', processing_error: null, processed_at: now, chunk_count: chunkCount })
    .where('id', '=', id)
    .execute();
}

export async function failReading(db: OrganizationDatabase, id: string, error: string): Promise<void> {
  await db.deleteFrom('knowledge_base_passage').where('document_id', '=', id).execute();
  await db
    .updateTable('knowledge_base_document')
    .set({ processing_status: 'failed', processing_error: error, processed_at: now, chunk_count: 0 })
    .where('id', '=', id)
    .execute();
}

/** @returns the results for the documents, in the order of their ids */
export async function findResults(db: OrganizationDatabase, ids: readonly string[]): Promise<Processed[]> {
  const rows = await db
    .selectFrom('knowledge_base_document')
    .select(['id', 'processing_status', 'processing_error', 'chunk_count'])
    .where('id', 'in', ids)
    .execute();
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return ids.map((documentId) => {
    const row = rowsById.get(documentId);
    if (row?.processing_status === 'completed') return { documentId, outcome: 'completed', chunkCount: row.chunk_count };
    return { documentId, outcome: 'failed', chunkCount: 0, error: row?.processing_error ?? 'The document no longer exists' };
  });
}

/** Stores the results for the documents in the run, so that they can be read even if the run fails. */
export async function saveResults(db: OrganizationDatabase, runId: string, documents: readonly Processed[]): Promise<void> {
  await db
    .updateTable('run')
    .set({ result: JSON.stringify({ documents }) })
    .where('id', '=', runId)
    .execute();
}
