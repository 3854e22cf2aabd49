/** Removes from answers the sources that the reader may not read (questionnaires, rule 21). */
import type { components } from '#generated/api';
import type { Reader } from '#domain/access/audience/reader';
import { createReleasedFilter } from '#domain/access/audience/sources';
import { createSourceFilter } from '#domain/access/records/sources';
import type { OrganizationDatabase } from '#platform/database/handle';

type Question = components['schemas']['QuestionAnswer'];

/** @param reader a member, who sees only sources whose records they may read, or a visitor, who sees only released sources */
export async function withReadableSources<Q extends Pick<Question, 'sources'>>(
  db: OrganizationDatabase,
  reader: Reader,
  questions: readonly Q[],
): Promise<Q[]> {
  const sources = questions.flatMap((question) => question.sources ?? []);
  const filterReadable =
    reader.kind === 'visitor' ? await createReleasedFilter(db, reader.audiences, sources) : await createSourceFilter(db, reader, sources);
  return questions.map((question) => ({ ...question, sources: question.sources && filterReadable(question.sources) }));
}
