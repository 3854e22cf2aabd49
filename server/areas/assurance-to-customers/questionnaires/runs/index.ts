import type { JobHandler, Jobs } from '#platform/jobs/job-handlers';
import { createWriterForAttempt } from '#domain/text-generation/run';
import { draftingGenerator } from '../rules/drafting.ts';
import type { AnswerGenerator } from '../rules/generator.ts';
import { answerAndExportWith } from './answer-and-export.ts';
import { answerListWith } from './answer-list.ts';
import { answerQuestionnaireWith } from './answer-questionnaire.ts';
import { lastAttempt, parseQuestionnaire } from './parse.ts';

export const questionnaireJobs = {
  parse_questionnaire: { work: parseQuestionnaire, attempts: lastAttempt, minutes: 30 },
  auto_answer_questionnaire: { work: withGenerator(answerQuestionnaireWith), minutes: 60 },
  answer_questions: { work: withGenerator(answerListWith), minutes: 60 },
  answer_and_export: { work: withGenerator(answerAndExportWith), attempts: lastAttempt, minutes: 60 },
} satisfies Partial<Jobs>;

/** Answers with the language model of the installation, if it has one. */
function withGenerator(workWith: (generator: AnswerGenerator) => JobHandler): JobHandler {
  return (run) => workWith(draftingGenerator(createWriterForAttempt(run)))(run);
}
