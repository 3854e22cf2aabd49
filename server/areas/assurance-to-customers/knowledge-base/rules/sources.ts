/** Lists the kinds of records that answers may quote. Risks are not among them (knowledge-base, rule 7). */
import type { components } from '#generated/api';

type Source = components['schemas']['KnowledgeBaseSourceType'];

export const sources = ['policy', 'control', 'context', 'manual_answer', 'knowledge_base_document'] as const satisfies Source[];

/** @returns whether passages of this type may be quoted */
export function isSource(type: string): type is Source {
  return sources.some((source) => source === type);
}
