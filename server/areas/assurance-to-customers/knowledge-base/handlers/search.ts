/** Shows which passages would be used for answers (knowledge-base, rules 6 and 7). */
import type { Handlers } from '#contract/types';
import { readerOf } from '#domain/access/audience/reader';
import { findPassages } from '#domain/retrieval/passages';
import { isSource, sources } from '../rules/sources.ts';

export const search: Pick<Handlers<'knowledge-base'>, 'searchKnowledgeBase'> = {
  async searchKnowledgeBase({ query: { q, limit = 5, sourceType = sources, minScore = 0.2 }, db, actor }) {
    const passages = await findPassages(db, q, await readerOf(db, actor), { limit, sources: sourceType, practices: true });
    return {
      status: 200,
      body: {
        data: passages.flatMap(({ sourceType: type, sourceId, sourceName, page = null, text, score }) =>
          isSource(type) && score >= minScore ? [{ sourceType: type, sourceId, sourceName, page, content: text, score }] : [],
        ),
      },
    };
  },
};
