/** Removes records that the caller may not read from the answers of a statement (soa, rule 16). */
import type { components } from '#generated/api';
import { mayRead } from '#domain/access/records/kinds';
import type { Reader } from '#domain/access/records/rows';
import { createSourceFilter } from '#domain/access/records/sources';
import type { OrganizationDatabase } from '#platform/database/handle';

type Answer = components['schemas']['SoaAnswer'];

/** Filters sources and controls. The answers must have been read with the same reader, because their policies are not filtered here. */
export async function visibleAnswers(db: OrganizationDatabase, reader: Reader, answers: readonly Answer[]): Promise<Answer[]> {
  const filterSources = await createSourceFilter(
    db,
    reader,
    answers.flatMap(({ sources }) => sources ?? []),
  );
  return answers.map((answer) => ({
    ...answer,
    sources: answer.sources && filterSources(answer.sources),
    controls: mayRead(reader, 'control') ? answer.controls : [],
  }));
}
