/** Labels the sources of an answer for display (questionnaires, rule 9). */
import type { components } from '#generated/api';
import type { Passage } from '#domain/retrieval/passages';
import { toAnswerSource } from '#domain/retrieval/source';

type AnswerSource = components['schemas']['AnswerSource'];
type Input = components['schemas']['AnswerSourceInput'];

/** All context entries share this label. */
const contextLabel = 'Context Q&A';
const prefixes = { policy: 'Policy', risk: 'Risk', control: 'Control', soa_answer: 'Statement of applicability' } as const;

/** @returns the passage as a source whose name includes its kind */
export function toLabeledSource(passage: Passage): AnswerSource {
  const source = toAnswerSource(passage);
  const { sourceType, sourceName } = passage;
  const hasOwnLabel = sourceType === 'context' || sourceType === 'manual_answer' || sourceType === 'knowledge_base_document';
  return { ...source, sourceName: hasOwnLabel ? labelOf(source) : `${prefixes[sourceType]}: ${sourceName}` };
}

/** @returns the sources that a caller sent, with our own labels where possible */
export function toLabeledSources(inputs: readonly Input[]): AnswerSource[] {
  return distinctSources(
    inputs.map((input) => ({ ...emptySource, ...input })).map((source) => ({ ...source, sourceName: labelOf(source) })),
  );
}

/** Removes duplicates, keeps the best score of each source, and sorts them best first. */
export function distinctSources(sources: readonly AnswerSource[]): AnswerSource[] {
  const bestByKey = new Map<string, AnswerSource>();
  for (const source of sources.toSorted((first, second) => second.score - first.score)) {
    const key = keyOf(source);
    if (!bestByKey.has(key)) bestByKey.set(key, source);
  }
  return [...bestByKey.values()];
}

const emptySource = { sourceId: null, sourceName: null, policyName: null, documentName: null, manualAnswerQuestion: null, excerpt: null };

/** Policies are identified by name, all context entries together count as one source, and others are identified by their record. */
function keyOf({ sourceType, sourceId, sourceName, policyName }: AnswerSource): string {
  if (sourceType === 'context') return sourceType;
  return `${sourceType} ${(sourceType === 'policy' ? policyName : null) ?? sourceId ?? sourceName ?? ''}`;
}

function labelOf({ sourceType, sourceName, policyName, documentName, manualAnswerQuestion }: AnswerSource): string | null {
  if (sourceType === 'context') return contextLabel;
  if (sourceType === 'policy' && policyName !== null) return `Policy: ${policyName}`;
  if (sourceType === 'knowledge_base_document' && documentName !== null) return `Knowledge Base Document (${documentName})`;
  if (sourceType === 'manual_answer' && manualAnswerQuestion !== null)
    return `Manual Answer (${manualAnswerQuestion.slice(0, 50)}${manualAnswerQuestion.length > 50 ? '...' : ''})`;
  return sourceName;
}
