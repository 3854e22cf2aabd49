/** Answers all open questions of a questionnaire, in a run. */
import { changesOnCreate } from '#platform/audit/changes';
import type { Attempt, JobHandler } from '#platform/jobs/job-handlers';
import type { AnswerGenerator } from '../rules/generator.ts';
import { listOpenQuestions } from '../queries/questions.ts';
import { lockQuestionnaire } from '../queries/questionnaires.ts';
import { answerAll, storeAnswersIn } from './answer.ts';
import { questionnaireIdIn } from './input.ts';
import { questionnaireDeleted } from './parse.ts';

export function answerQuestionnaireWith(generator: AnswerGenerator): JobHandler {
  return (run) => answerOpenQuestions(run, questionnaireIdIn(run.input), generator);
}

/** Answers the questions that no earlier attempt and no person has answered. @throws RunFailed if the questionnaire was deleted */
export async function answerOpenQuestions(
  run: Attempt,
  questionnaireId: string,
  generator: AnswerGenerator,
): Promise<{ questionnaireId: string; totalQuestions: number; answeredQuestions: number }> {
  const openQuestions = await run.read((db) => listOpenQuestions(db, questionnaireId));
  const answers = await answerAll(run, generator, openQuestions, storeAnswersIn(questionnaireId));
  return run.step(async (db, audit) => {
    const lockedQuestionnaire = await lockQuestionnaire(db, questionnaireId);
    if (!lockedQuestionnaire) throw questionnaireDeleted();
    audit.performed('Stored generated answers', {
      entityId: questionnaireId,
      changes: changesOnCreate({ generatedAnswers: answers.filter(({ answer }) => answer !== null).length }),
    });
    return {
      questionnaireId,
      totalQuestions: lockedQuestionnaire.total_questions,
      answeredQuestions: lockedQuestionnaire.answered_questions,
    };
  });
}
