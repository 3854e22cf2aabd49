/** Answers to many questions, a few at a time, so that what was found is kept when a server stops (spec/areas/questionnaires, rule 8). */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Attempt } from '../../../platform/jobs/job-handlers.ts';
import { groupsOf } from '../../../platform/workers/work.ts';
import { answerOf, type Asked, type Found, passagesFor } from '../queries/answering.ts';
import type { AnswerGenerator } from '../rules/generator.ts';
import { type Generated, storeGenerated } from '../queries/questions.ts';
import { lockQuestionnaire } from '../queries/questionnaires.ts';

type GeneratedAnswer = components['schemas']['GeneratedAnswer'];

const atOnce = 10;
/** Questions that a language model is asked at a time. */
const askedTogether = 4;

/** @param store is told what was found for each few of them, in the step that counts these as done */
export async function answerAll(
  run: Attempt,
  generator: AnswerGenerator,
  questions: readonly Asked[],
  store: (db: OrganizationDatabase, answers: readonly Generated[]) => Promise<void>,
): Promise<GeneratedAnswer[]> {
  const answers: GeneratedAnswer[] = [];
  for (let at = 0; at < questions.length; at += atOnce) {
    const few = questions.slice(at, at + atOnce);
    for (const some of groupsOf(few, askedTogether)) {
      const found: { readonly asked: Asked; readonly found: Found }[] = [];
      // Each in a transaction of its own: others have the database in between.
      for (const asked of some) found.push({ asked, found: await run.read((db) => passagesFor(db, asked.question, run.actor)) });
      answers.push(...(await Promise.all(found.map(({ asked, found: passages }) => answerOf(generator, asked, passages)))));
    }
    const fresh = answers
      .slice(at)
      .flatMap(({ questionIndex, answer, sources, draftedByModel }) =>
        answer === null ? [] : [{ questionIndex, answer, sources, draftedByModel }],
      );
    await run.step((db) => store(db, fresh), { done: Math.min(at + atOnce, questions.length), total: questions.length });
  }
  return answers;
}

/** Where nothing was written meanwhile. Of a questionnaire that is gone, nothing. */
export function storeIn(questionnaireId: string): (db: OrganizationDatabase, answers: readonly Generated[]) => Promise<void> {
  return async (db, answers) => {
    if (answers.length && (await lockQuestionnaire(db, questionnaireId))) await storeGenerated(db, questionnaireId, answers);
  };
}
