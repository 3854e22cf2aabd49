import { refusal } from '#platform/refusals/refusal';

export const questionnaireNotFound = () => refusal('questionnaire_not_found');
export const questionNotFound = () => refusal('question_not_found');
export const notCompleted = () => refusal('questionnaire_not_completed');
export const runUnderWay = () => refusal('questionnaire_run_in_progress');
