import type { components } from '../../../generated/api.d.ts';
import type { Passage } from './passages.ts';

const maxExcerpt = 500;

/** @returns the passage as the source of an answer, with its beginning as excerpt and its score cut to 0 to 1 */
export function sourceOf({ sourceType, sourceId, sourceName, text, score }: Passage): components['schemas']['AnswerSource'] {
  return {
    sourceType,
    sourceId,
    sourceName,
    policyName: null,
    documentName: null,
    manualAnswerQuestion: null,
    excerpt: text.slice(0, maxExcerpt),
    score: Math.min(Math.max(score, 0), 1),
  };
}
