/** Finds the controls of a document that a run should fill in (soa, rules 8 and 9). */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { isFillable, wasAnsweredSince, type Overwrite } from '../rules/filling.ts';
import type { StoredAnswer } from '../rules/references.ts';
import { listAnswers } from '../queries/answers.ts';
import { findConfigurationOfDocument } from '../queries/configurations.ts';

type Schemas = components['schemas'];

/** @param since start of the run: answers filled in by an earlier attempt count in the total; manual answers saved since do not */
export async function findFillable(
  db: OrganizationDatabase,
  document: Schemas['SoaDocument'],
  overwrite: Overwrite,
  since: string | undefined,
): Promise<{ total: number; open: Schemas['SoaQuestion'][] }> {
  const [{ questions }, answers] = await Promise.all([findConfigurationOfDocument(db, document), listAnswers(db, document.id)]);
  const answersByQuestion = new Map(answers.map((answer) => [answer.questionId, answer]));
  const isRecent = (answer: StoredAnswer | undefined) => since !== undefined && wasAnsweredSince(answer, since);
  const open = questions.filter(({ id }) => !isRecent(answersByQuestion.get(id)) && isFillable(answersByQuestion.get(id), overwrite));
  const filled = answers.filter((answer) => isRecent(answer) && answer.status === 'generated');
  return { total: open.length + filled.length, open };
}
