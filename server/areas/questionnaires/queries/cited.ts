/** Whether the records that a caller cites are there. */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

type AnswerSource = components['schemas']['AnswerSource'];
type Input = components['schemas']['AnswerSourceInput'];

const tables = {
  policy: 'policy',
  context: 'context_entry',
  manual_answer: 'manual_answer',
  knowledge_base_document: 'knowledge_base_document',
  soa_answer: 'soa_answer',
  risk: 'risk',
  control: 'control',
} as const satisfies Record<Input['sourceType'], string>;

/**
 * @param kept what the answer cites already: it may go on doing so when the record is gone
 * @returns what is wrong, by field; nothing when all that is cited is the organization's
 */
export async function unknownSources(
  db: OrganizationDatabase,
  sources: readonly Input[],
  kept: readonly AnswerSource[],
): Promise<Readonly<Record<string, string>>> {
  const wrong: Record<string, string> = {};
  for (const [index, { sourceType, sourceId = null }] of sources.entries()) {
    if (sourceId === null || kept.some((source) => source.sourceType === sourceType && source.sourceId === sourceId)) continue;
    const known = await db.selectFrom(tables[sourceType]).select('id').where('id', '=', sourceId).executeTakeFirst();
    if (!known) wrong[`sources.${index}.sourceId`] = `must be the id of a ${sourceType} of the organization`;
  }
  return wrong;
}
