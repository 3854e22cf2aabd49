import { added } from '../../../platform/audit/changes.ts';
import type { Attempt, JobHandler } from '../../../platform/jobs/job-handlers.ts';
import type { AnswerGenerator } from '../rules/generator.ts';
import { listOpenQuestions } from '../queries/questions.ts';
import { lockQuestionnaire } from '../queries/questionnaires.ts';
import { answerAll, storeIn } from './answer.ts';
import { questionnaireIn } from './input.ts';
import { gone } from './parse.ts';

export function answerQuestionnaireWith(generator: AnswerGenerator): JobHandler {
  return (run) => answerOpen(run, questionnaireIn(run.input), generator);
}

/** What has an answer already, from an earlier attempt or by hand, is passed over. @throws RunFailed when the questionnaire is gone */
export async function answerOpen(
  run: Attempt,
  questionnaireId: string,
  generator: AnswerGenerator,
): Promise<{ questionnaireId: string; totalQuestions: number; answeredQuestions: number }> {
  const open = await run.read((db) => listOpenQuestions(db, questionnaireId));
  const answers = await answerAll(run, generator, open, storeIn(questionnaireId));
  return run.step(async (db, audit) => {
    const held = await lockQuestionnaire(db, questionnaireId);
    if (!held) throw gone();
    audit.did('Stored generated answers', {
      entityId: questionnaireId,
      changes: added({ generatedAnswers: answers.filter(({ answer }) => answer !== null).length }),
    });
    return { questionnaireId, totalQuestions: held.total_questions, answeredQuestions: held.answered_questions };
  });
}
