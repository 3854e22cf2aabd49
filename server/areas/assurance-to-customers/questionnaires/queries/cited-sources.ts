/** Checks that the caller may read the records that they cite in an answer, and labels these sources. */
import { type FieldError, type FieldErrors, fieldErrors } from '#platform/refusals/field-errors';
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { findReadableIds } from '#domain/access/records/readable';
import type { Reader } from '#domain/access/records/rows';
import { createSourceFilter } from '#domain/access/records/sources';
import type { OrganizationDatabase } from '#platform/database/handle';
import { distinctSources, toLabeledSources } from '../rules/sources.ts';

type AnswerSource = components['schemas']['AnswerSource'];
type Input = components['schemas']['AnswerSourceInput'];

const nameColumns = {
  policy: { table: 'policy', name: 'name' },
  context: { table: 'context_entry', name: 'question' },
  manual_answer: { table: 'manual_answer', name: 'question' },
  knowledge_base_document: { table: 'knowledge_base_document', name: 'name' },
  soa_answer: { table: 'soa_answer', name: 'id' },
  risk: { table: 'risk', name: 'title' },
  control: { table: 'control', name: 'name' },
} as const satisfies Record<Input['sourceType'], { readonly table: string; readonly name: string }>;

interface CitedSources {
  /** Errors by field. Empty if the caller may cite all sources. */
  readonly errors: FieldErrors;
  /** The cited sources, labeled with the names of the records instead of the names that the caller sent. */
  readonly sources: AnswerSource[];
}

/**
 * Checks and labels the sources of an answer.
 * @param currentSources the current sources of the answer. Sources that the caller can see may stay even if their records were deleted, and
 * sources that the caller cannot see always stay.
 */
export async function findCitedSources(
  db: OrganizationDatabase,
  reader: Reader,
  inputs: readonly Input[],
  currentSources: readonly AnswerSource[],
): Promise<CitedSources> {
  const visibleSources = (await createSourceFilter(db, reader, currentSources))(currentSources);
  const errors: Record<string, FieldError> = {};
  const sources: Input[] = [];
  for (const [index, input] of inputs.entries()) {
    const { sourceType, sourceId = null } = input;
    if (sourceId === null) {
      sources.push(input);
      continue;
    }
    const isReadable = (await findReadableIds(db, reader, sourceType, [sourceId])).has(sourceId);
    const name = isReadable ? await findName(db, sourceType, sourceId) : undefined;
    const previous = visibleSources.find((source) => source.sourceType === sourceType && source.sourceId === sourceId);
    if (name !== undefined) sources.push({ ...input, ...createLabels(input, name) });
    else if (previous) sources.push({ ...previous, score: input.score });
    else errors[`sources.${index}.sourceId`] = fieldErrors.unknownReference(sourceType, `the id of a ${sourceType} of the organization`);
  }
  const hiddenSources = currentSources.filter((source) => !visibleSources.includes(source));
  return { errors, sources: distinctSources(toLabeledSources([...sources, ...hiddenSources])) };
}

async function findName(db: OrganizationDatabase, sourceType: Input['sourceType'], id: string): Promise<string | undefined> {
  const { table, name } = nameColumns[sourceType];
  const row = await db
    .selectFrom(table)
    .select(sql<string>`${sql.ref(name)}`.as('name'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.name;
}

function createLabels({ sourceType, sourceName = null }: Input, name: string): Partial<Input> {
  const emptyLabels = { policyName: null, documentName: null, manualAnswerQuestion: null };
  if (sourceType === 'policy') return { ...emptyLabels, policyName: name };
  if (sourceType === 'manual_answer') return { ...emptyLabels, manualAnswerQuestion: name };
  if (sourceType === 'knowledge_base_document') return { ...emptyLabels, documentName: name };
  if (sourceType === 'risk') return { ...emptyLabels, sourceName: `Risk: ${name}` };
  if (sourceType === 'control') return { ...emptyLabels, sourceName: `Control: ${name}` };
  return { ...emptyLabels, sourceName };
}
