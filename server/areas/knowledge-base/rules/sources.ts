/** The kinds of records that answers are taken from: none of them tells of risks (spec/areas/knowledge-base, rule 7). */
import type { components } from '../../../../generated/api.d.ts';

type Source = components['schemas']['KnowledgeBaseSourceType'];

export const sources = ['policy', 'control', 'context', 'manual_answer', 'knowledge_base_document'] as const satisfies Source[];

/** @returns whether a passage of this type may be shown */
export function isSource(type: string): type is Source {
  return sources.some((source) => source === type);
}
