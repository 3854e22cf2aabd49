/** What retrieval hands to answers (spec/areas/knowledge-base, rules 6 and 7). */
import type { Handlers } from '../../../contract/types.ts';
import { findPassages } from '../../../domain/retrieval/passages.ts';
import { listHiddenPolicies } from '../../../domain/targets/shown.ts';
import { isSource, sources } from '../rules/sources.ts';

/** Of which those that the caller may read are taken. */
const most = 30;

export const search: Pick<Handlers<'knowledge-base'>, 'searchKnowledgeBase'> = {
  async searchKnowledgeBase({ query: { q, limit = 5, sourceType = sources, minScore = 0.2 }, db, actor }) {
    const [found, hidden] = await Promise.all([
      findPassages(db, q, { limit: most, sources: sourceType, practices: true }),
      listHiddenPolicies(db, actor),
    ]);
    const passages = found.filter(({ sourceId }) => !hidden.has(sourceId)).slice(0, limit);
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
