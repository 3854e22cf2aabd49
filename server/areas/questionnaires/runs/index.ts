import type { JobHandler, Jobs } from '../../../platform/jobs/job-handlers.ts';
import { writerIn } from '../../../domain/text-generation/run.ts';
import { draftingGenerator } from '../rules/drafting.ts';
import type { AnswerGenerator } from '../rules/generator.ts';
import { answerAndExportWith } from './answer-and-export.ts';
import { answerListWith } from './answer-list.ts';
import { answerQuestionnaireWith } from './answer-questionnaire.ts';
import { lastAttempt, parseQuestionnaire } from './parse.ts';

export const questionnairesWorks = {
  parse_questionnaire: { work: parseQuestionnaire, attempts: lastAttempt, minutes: 30 },
  auto_answer_questionnaire: { work: drafting(answerQuestionnaireWith), minutes: 60 },
  answer_questions: { work: drafting(answerListWith), minutes: 60 },
  answer_and_export: { work: drafting(answerAndExportWith), attempts: lastAttempt, minutes: 60 },
} satisfies Partial<Jobs>;

/** With the language model of the installation, if it has one. */
function drafting(workWith: (generator: AnswerGenerator) => JobHandler): JobHandler {
  return (run) => workWith(draftingGenerator(writerIn(run)))(run);
}
