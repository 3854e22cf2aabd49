/** Previews what visitors of the trust portal could learn by asking a question (questionnaires, rule 20). */
import { withNda, withoutNda } from '#domain/access/audience/reader';
import type { Passage } from '#domain/retrieval/passages';
import type { Handlers } from '#contract/types';
import { answerQuestion, findPassagesFor } from '../steps/answering.ts';
import { quotingGenerator } from '../rules/generator.ts';

const visitors = [
  { audience: 'public', audiences: withoutNda },
  { audience: 'nda', audiences: withNda },
] as const;

export const preview: Pick<Handlers<'questionnaires'>, 'previewVisitorAnswers'> = {
  async previewVisitorAnswers({ query: { question }, db, actor }) {
    const data = [];
    for (const { audience, audiences } of visitors) {
      const foundPassages = await findPassagesFor(db, question, { kind: 'visitor', audiences, previewedBy: actor.memberId ?? '' });
      const { answer, sources } = await answerQuestion(quotingGenerator, { question, questionIndex: 0 }, foundPassages);
      data.push({ audience, answer, sources, passages: foundPassages.passages.flatMap(toPassage) });
    }
    return { status: 200, body: { data } };
  },
};

function toPassage({ sourceType, sourceId, sourceName, page, text, score }: Passage) {
  if (sourceType === 'risk' || sourceType === 'soa_answer') return [];
  return [{ sourceType, sourceId, sourceName, page: page ?? null, content: text, score: Math.min(score, 1) }];
}
