/** Removes the records that the caller may not read from answers of a statement (soa, rule 16). */
import type { components } from '#generated/api';
import { mayRead } from '#domain/access/records/kinds';
import type { Reader } from '#domain/access/records/rows';
import { createSourceFilter } from '#domain/access/records/sources';
import type { OrganizationDatabase } from '#platform/database/handle';

type Answer = components['schemas']['SoaAnswer'];

/** @param answers whose policies were read for the same caller */
export async function visibleAnswers(db: OrganizationDatabase, reader: Reader, answers: readonly Answer[]): Promise<Answer[]> {
  const readableOf = await createSourceFilter(
    db,
    reader,
    answers.flatMap(({ sources }) => sources ?? []),
  );
  return answers.map((answer) => ({
    ...answer,
    sources: answer.sources && readableOf(answer.sources),
    controls: mayRead(reader, 'control') ? answer.controls : [],
  }));
}
