import type { Jobs } from '../../platform/jobs/job-handlers.ts';
import { answerAndExportWith } from './work/answer-and-export.ts';
import { answerListWith } from './work/answer-list.ts';
import { answerQuestionnaireWith } from './work/answer-questionnaire.ts';
import { lastAttempt, parseQuestionnaire } from './work/parse.ts';
import { quotingGenerator } from './generator.ts';

export const questionnairesWorks = {
  parse_questionnaire: { work: parseQuestionnaire, attempts: lastAttempt, minutes: 30 },
  auto_answer_questionnaire: { work: answerQuestionnaireWith(quotingGenerator), minutes: 60 },
  answer_questions: { work: answerListWith(quotingGenerator), minutes: 60 },
  answer_and_export: { work: answerAndExportWith(quotingGenerator), attempts: lastAttempt, minutes: 60 },
} satisfies Partial<Jobs>;
