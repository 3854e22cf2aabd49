import type { components } from '#generated/api';
import type { Passage } from './passages.ts';

const maxExcerptLength = 500;

/** @returns the passage as an answer source, with the beginning of its text as excerpt, and a score from 0 to 1 */
export function toAnswerSource({ sourceType, sourceId, sourceName, page, text, score }: Passage): components['schemas']['AnswerSource'] {
  return {
    sourceType,
    sourceId,
    sourceName,
    policyName: sourceType === 'policy' ? sourceName : null,
    documentName: sourceType === 'knowledge_base_document' ? sourceName : null,
    manualAnswerQuestion: sourceType === 'manual_answer' ? sourceName : null,
    ...(page !== undefined && { page }),
    excerpt: text.slice(0, maxExcerptLength),
    score: Math.min(Math.max(score, 0), 1),
  };
}
