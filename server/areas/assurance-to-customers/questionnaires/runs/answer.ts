/** Answers many questions in small batches, so that results survive a restart of the server (questionnaires, rule 8). */
import type { components } from '#generated/api';
import { readerOf } from '#domain/access/audience/reader';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Attempt } from '#platform/jobs/job-handlers';
import { splitList } from '#platform/workers/work';
import { answerQuestion, type AskedQuestion, type FoundPassages, findPassagesFor } from '../steps/answering.ts';
import type { AnswerGenerator } from '../rules/generator.ts';
import { type GeneratedAnswerToStore, storeGenerated } from '../queries/questions.ts';
import { lockQuestionnaire } from '../queries/questionnaires.ts';

type GeneratedAnswer = components['schemas']['GeneratedAnswer'];

const batchSize = 10;
/** The number of questions sent to a language model concurrently. */
const modelBatchSize = 4;

/** @param store stores the answers of each batch, in the step that counts them as done */
export async function answerAll(
  run: Attempt,
  generator: AnswerGenerator,
  questions: readonly AskedQuestion[],
  store: (db: OrganizationDatabase, answers: readonly GeneratedAnswerToStore[]) => Promise<void>,
): Promise<GeneratedAnswer[]> {
  const answers: GeneratedAnswer[] = [];
  for (let start = 0; start < questions.length; start += batchSize) {
    const questionWindow = questions.slice(start, start + batchSize);
    for (const batch of splitList(questionWindow, modelBatchSize)) {
      const searchResults: { readonly question: AskedQuestion; readonly passages: FoundPassages }[] = [];
      // Each search has its own transaction, so that others can use the database in between.
      for (const askedQuestion of batch)
        searchResults.push({
          question: askedQuestion,
          passages: await run.read(async (db) => findPassagesFor(db, askedQuestion.question, await readerOf(db, run.actor))),
        });
      answers.push(...(await Promise.all(searchResults.map(({ question, passages }) => answerQuestion(generator, question, passages)))));
    }
    const newAnswers = answers
      .slice(start)
      .flatMap(({ questionIndex, answer, sources, draftedByModel }) =>
        answer === null ? [] : [{ questionIndex, answer, sources, draftedByModel }],
      );
    await run.step((db) => store(db, newAnswers), { done: Math.min(start + batchSize, questions.length), total: questions.length });
  }
  return answers;
}

/** Stores answers to questions that still have none. Does nothing if the questionnaire was deleted. */
export function storeAnswersIn(
  questionnaireId: string,
): (db: OrganizationDatabase, answers: readonly GeneratedAnswerToStore[]) => Promise<void> {
  return async (db, answers) => {
    if (answers.length && (await lockQuestionnaire(db, questionnaireId))) await storeGenerated(db, questionnaireId, answers);
  };
}
