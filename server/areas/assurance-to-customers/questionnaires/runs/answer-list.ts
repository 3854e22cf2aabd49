/** Answers a list of questions, in a run. */
import { changesOnCreate } from '#platform/audit/changes';
import type { JobHandler } from '#platform/jobs/job-handlers';
import type { AnswerGenerator } from '../rules/generator.ts';
import { answerAll, storeAnswersIn } from './answer.ts';
import { questionsIn } from './input.ts';

export function answerListWith(generator: AnswerGenerator): JobHandler {
  return async (run) => {
    const { questions, questionnaireId } = questionsIn(run.input);
    const answers = await answerAll(
      run,
      generator,
      questions,
      questionnaireId === undefined ? async () => undefined : storeAnswersIn(questionnaireId),
    );
    const answeredCount = answers.filter(({ answer }) => answer !== null).length;
    if (questionnaireId !== undefined)
      await run.step(async (_db, audit) =>
        audit.performed('Stored generated answers', {
          entityId: questionnaireId,
          changes: changesOnCreate({ generatedAnswers: answeredCount }),
        }),
      );
    return { total: questions.length, answered: answeredCount, answers };
  };
}
