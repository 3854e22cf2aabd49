/** Answers as their reader may see them: a policy that is not for the reader is no source of theirs (spec/areas/questionnaires, rule 9). */
import type { components } from '../../../../generated/api.d.ts';
import { isVisibleTo } from '../../../domain/policies/visible.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

type Question = components['schemas']['QuestionAnswer'];

/** @param reader id of the member who reads; without one, policies are shown that everybody may read */
export async function shownTo<Q extends Pick<Question, 'sources'>>(
  db: OrganizationDatabase,
  reader: string | undefined,
  questions: readonly Q[],
): Promise<Q[]> {
  const hidden = await db
    .selectFrom('policy')
    .select(['policy.id', 'policy.name'])
    .where((eb) => eb.not(isVisibleTo(eb, reader ?? '')))
    .execute();
  if (!hidden.length) return [...questions];
  const ids = new Set(hidden.map(({ id }) => id));
  const names = new Set(hidden.map(({ name }) => name));
  const isShown = ({ sourceType, sourceId, policyName }: NonNullable<Question['sources']>[number]) =>
    sourceType !== 'policy' || !(sourceId === null ? names.has(policyName ?? '') : ids.has(sourceId));
  return questions.map((question) => ({ ...question, sources: question.sources?.filter(isShown) ?? null }));
}
