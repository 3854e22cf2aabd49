/** The sources of an answer, as they are displayed (questionnaires, rule 9). */
import type { components } from '#generated/api';
import type { Passage } from '#domain/retrieval/passages';
import { toAnswerSource } from '#domain/retrieval/source';

type AnswerSource = components['schemas']['AnswerSource'];
type Input = components['schemas']['AnswerSourceInput'];

/** All context entries share this label. */
const contextLabel = 'Context Q&A';
const prefixes = { policy: 'Policy', risk: 'Risk', control: 'Control', soa_answer: 'Statement of applicability' } as const;

/** @returns the passage as a source whose name includes its kind */
export function labelledSource(passage: Passage): AnswerSource {
  const source = toAnswerSource(passage);
  const { sourceType, sourceName } = passage;
  const hasLabel = sourceType === 'context' || sourceType === 'manual_answer' || sourceType === 'knowledge_base_document';
  return { ...source, sourceName: hasLabel ? labelOf(source) : `${prefixes[sourceType]}: ${sourceName}` };
}

/** The sources that a caller sends, with our own labels where they can be derived. */
export function sourcesOf(inputs: readonly Input[]): AnswerSource[] {
  return distinctSources(inputs.map((input) => ({ ...empty, ...input })).map((source) => ({ ...source, sourceName: labelOf(source) })));
}

/** Removes duplicates and keeps the best score of each, best first. */
export function distinctSources(sources: readonly AnswerSource[]): AnswerSource[] {
  const best = new Map<string, AnswerSource>();
  for (const source of sources.toSorted((first, second) => second.score - first.score)) {
    const identity = identityOf(source);
    if (!best.has(identity)) best.set(identity, source);
  }
  return [...best.values()];
}

const empty = { sourceId: null, sourceName: null, policyName: null, documentName: null, manualAnswerQuestion: null, excerpt: null };

/** Policies are identified by name, context entries are all one, and others are identified by their record. */
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
