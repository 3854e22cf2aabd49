/** Removes the sources that the reader may not read from answers (questionnaires, rule 21). */
import type { components } from '#generated/api';
import type { Reader } from '#domain/access/audience/reader';
import { createReleasedFilter } from '#domain/access/audience/sources';
import { createSourceFilter } from '#domain/access/records/sources';
import type { OrganizationDatabase } from '#platform/database/handle';

type Question = components['schemas']['QuestionAnswer'];

/** @param reader a member, checked by permission and record, or a visitor, checked by what was released to them */
export async function withReadableSources<Q extends Pick<Question, 'sources'>>(
  db: OrganizationDatabase,
  reader: Reader,
  questions: readonly Q[],
): Promise<Q[]> {
  const sources = questions.flatMap((question) => question.sources ?? []);
  const readableOf =
    reader.kind === 'visitor' ? await createReleasedFilter(db, reader.audiences, sources) : await createSourceFilter(db, reader, sources);
  return questions.map((question) => ({ ...question, sources: question.sources && readableOf(question.sources) }));
}
