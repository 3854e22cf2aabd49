/** Filters the sources of an answer: visitors see only sources that were released to one of their audiences. */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { VisitorAudience } from './reader.ts';

type Source = components['schemas']['AnswerSource'];

const tables = {
  policy: 'policy',
  context: 'context_entry',
  manual_answer: 'manual_answer',
  knowledge_base_document: 'knowledge_base_document',
} as const;

/** @returns a function that removes the sources that were not released to these audiences */
export async function createReleasedFilter(db: OrganizationDatabase, audiences: readonly VisitorAudience[], sources: readonly Source[]) {
  const releasedIds = new Set<string>();
  for (const type of ['policy', 'context', 'manual_answer', 'knowledge_base_document'] as const) {
    const ids = [...new Set(sources.flatMap(({ sourceType, sourceId }) => (sourceType === type && sourceId !== null ? [sourceId] : [])))];
    if (!ids.length) continue;
    const rows = await db.selectFrom(tables[type]).select('id').where('id', 'in', ids).where('audience', 'in', audiences).execute();
    for (const { id } of rows) releasedIds.add(id);
  }
  return <S extends Source>(list: readonly S[]): S[] => list.filter(({ sourceId }) => sourceId !== null && releasedIds.has(sourceId));
}
