import { added } from '../../../platform/audit/changes.ts';
import type { JobHandler } from '../../../platform/jobs/job-handlers.ts';
import type { AnswerGenerator } from '../rules/generator.ts';
import { answerAll, storeIn } from './answer.ts';
import { questionsIn } from './input.ts';

export function answerListWith(generator: AnswerGenerator): JobHandler {
  return async (run) => {
    const { questions, questionnaireId } = questionsIn(run.input);
    const answers = await answerAll(
      run,
      generator,
      questions,
      questionnaireId === undefined ? async () => undefined : storeIn(questionnaireId),
    );
    const answered = answers.filter(({ answer }) => answer !== null).length;
    if (questionnaireId !== undefined)
      await run.step(async (_db, audit) =>
        audit.did('Stored generated answers', { entityId: questionnaireId, changes: added({ generatedAnswers: answered }) }),
      );
    return { total: questions.length, answered, answers };
  };
}
