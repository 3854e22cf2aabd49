/** The passages of documents, written by runs (spec/areas/knowledge-base, rule 12 and states). */
import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { PassageText } from '../rules/passages.ts';

type Processed = components['schemas']['KnowledgeBaseProcessedDocument'];

const now = sql<string>`clock_timestamp()`;

/** Begins to read a document: what was read before is gone. @returns whether there is such a document */
export async function beginReading(db: OrganizationDatabase, id: string): Promise<boolean> {
  const held = await db
    .updateTable('knowledge_base_document')
    .set({ processing_status: 'processing', processing_error: null, processed_at: null, chunk_count: 0 })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  await db.deleteFrom('knowledge_base_passage').where('document_id', '=', id).execute();
  return held !== undefined;
}

/** @param from place of the first of them */
export async function insertPassages(
  db: OrganizationDatabase,
  documentId: string,
  passages: readonly PassageText[],
  from: number,
): Promise<void> {
  const rows = passages.map(({ page, content }, index) => ({
    id: newId('kbp'),
    document_id: documentId,
    place: from + index,
    page,
    content,
  }));
  await db.insertInto('knowledge_base_passage').values(rows).execute();
}

/** From now on the passages are found. */
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

/** @returns what became of the documents, in this order */
export async function outcomesOf(db: OrganizationDatabase, ids: readonly string[]): Promise<Processed[]> {
  const rows = await db
    .selectFrom('knowledge_base_document')
    .select(['id', 'processing_status', 'processing_error', 'chunk_count'])
    .where('id', 'in', ids)
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((documentId) => {
    const row = found.get(documentId);
    if (row?.processing_status === 'completed') return { documentId, outcome: 'completed', chunkCount: row.chunk_count };
    return { documentId, outcome: 'failed', chunkCount: 0, error: row?.processing_error ?? 'The document no longer exists' };
  });
}

/** A run that fails keeps what became of its documents, too. */
export async function noteResult(db: OrganizationDatabase, runId: string, documents: readonly Processed[]): Promise<void> {
  await db
    .updateTable('run')
    .set({ result: JSON.stringify({ documents }) })
    .where('id', '=', runId)
    .execute();
}
