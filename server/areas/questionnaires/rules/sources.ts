/** What an answer rests on, as it is shown (spec/areas/questionnaires, rule 9). */
import type { components } from '../../../../generated/api.d.ts';
import type { Passage } from '../../../domain/retrieval/passages.ts';
import { sourceOf } from '../../../domain/retrieval/source.ts';

type AnswerSource = components['schemas']['AnswerSource'];
type Input = components['schemas']['AnswerSourceInput'];

/** What all entries of the context are called together. */
const contextLabel = 'Context Q&A';
const prefixes = { policy: 'Policy', risk: 'Risk', control: 'Control', soa_answer: 'Statement of applicability' } as const;

/** @returns the passage as a source whose name says of what kind it is */
export function labelledSource(passage: Passage): AnswerSource {
  const source = sourceOf(passage);
  const { sourceType, sourceName } = passage;
  const hasLabel = sourceType === 'context' || sourceType === 'manual_answer' || sourceType === 'knowledge_base_document';
  return { ...source, sourceName: hasLabel ? labelOf(source) : `${prefixes[sourceType]}: ${sourceName}` };
}

/** What a caller sends, with labels of our own where there is something to make them of. */
export function sourcesOf(inputs: readonly Input[]): AnswerSource[] {
  return distinct(inputs.map((input) => ({ ...none, ...input })).map((source) => ({ ...source, sourceName: labelOf(source) })));
}

/** Each once, with its best score, best first. */
export function distinct(sources: readonly AnswerSource[]): AnswerSource[] {
  const best = new Map<string, AnswerSource>();
  for (const source of sources.toSorted((one, other) => other.score - one.score)) {
    const identity = identityOf(source);
    if (!best.has(identity)) best.set(identity, source);
  }
  return [...best.values()];
}

const none = { sourceId: null, sourceName: null, policyName: null, documentName: null, manualAnswerQuestion: null, excerpt: null };

/** Policies by name, all entries of the context together, anything else by its record. */
function identityOf({ sourceType, sourceId, sourceName, policyName }: AnswerSource): string {
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
