/** The sources of an answer that are visible to a visitor: those released to one of the visitor's audiences. */
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
  const released = new Set<string>();
  for (const type of ['policy', 'context', 'manual_answer', 'knowledge_base_document'] as const) {
    const ids = [...new Set(sources.flatMap(({ sourceType, sourceId }) => (sourceType === type && sourceId !== null ? [sourceId] : [])))];
    if (!ids.length) continue;
    const rows = await db.selectFrom(tables[type]).select('id').where('id', 'in', ids).where('audience', 'in', audiences).execute();
    for (const { id } of rows) released.add(id);
  }
  return <Kept extends Source>(all: readonly Kept[]): Kept[] => all.filter(({ sourceId }) => sourceId !== null && released.has(sourceId));
}
