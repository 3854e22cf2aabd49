/** Finds the controls of a document that a run should fill in (soa, rules 8 and 9). */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { isFillable, wasAnsweredSince, type Overwrite } from '../rules/filling.ts';
import type { StoredAnswer } from '../rules/references.ts';
import { listAnswers } from '../queries/answers.ts';
import { findConfigurationOfDocument } from '../queries/configurations.ts';

type Schemas = components['schemas'];

/**
 * @param startedAt when the run started; undefined before that
 * @returns the open questions, and their number plus the number of answers that an earlier attempt of the run has filled in
 */
export async function findFillable(
  db: OrganizationDatabase,
  document: Schemas['SoaDocument'],
  overwrite: Overwrite,
  startedAt: string | undefined,
): Promise<{ total: number; open: Schemas['SoaQuestion'][] }> {
  const [{ questions }, answers] = await Promise.all([findConfigurationOfDocument(db, document), listAnswers(db, document.id)]);
  const answersByQuestion = new Map(answers.map((answer) => [answer.questionId, answer]));
  const isRecent = (answer: StoredAnswer | undefined) => startedAt !== undefined && wasAnsweredSince(answer, startedAt);
  const open = questions.filter(({ id }) => !isRecent(answersByQuestion.get(id)) && isFillable(answersByQuestion.get(id), overwrite));
  const filledAnswers = answers.filter((answer) => isRecent(answer) && answer.status === 'generated');
  return { total: open.length + filledAnswers.length, open };
}
