import type { Jobs } from '../../../platform/jobs/job-handlers.ts';
import { answerAndExportWith } from './answer-and-export.ts';
import { answerListWith } from './answer-list.ts';
import { answerQuestionnaireWith } from './answer-questionnaire.ts';
import { lastAttempt, parseQuestionnaire } from './parse.ts';
import { quotingGenerator } from '../rules/generator.ts';

export const questionnairesWorks = {
  parse_questionnaire: { work: parseQuestionnaire, attempts: lastAttempt, minutes: 30 },
  auto_answer_questionnaire: { work: answerQuestionnaireWith(quotingGenerator), minutes: 60 },
  answer_questions: { work: answerListWith(quotingGenerator), minutes: 60 },
  answer_and_export: { work: answerAndExportWith(quotingGenerator), attempts: lastAttempt, minutes: 60 },
} satisfies Partial<Jobs>;
