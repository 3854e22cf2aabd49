/** What retrieval hands to answers (spec/areas/knowledge-base, rules 6 and 7). */
import type { Handlers } from '../../../contract/types.ts';
import { findPassages } from '../../../domain/retrieval/passages.ts';
import { isSource, sources } from '../rules/sources.ts';

export const search: Pick<Handlers<'knowledge-base'>, 'searchKnowledgeBase'> = {
  async searchKnowledgeBase({ query: { q, limit = 5, sourceType = sources, minScore = 0.2 }, db, actor }) {
    const passages = await findPassages(db, q, { limit, sources: sourceType, practices: true, reader: actor.memberId });
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
