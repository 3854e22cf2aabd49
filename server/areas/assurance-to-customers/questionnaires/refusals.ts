import { stateOf } from '#contract/states';
import { questionnaireStatus } from '#generated/transitions';
import { refusal } from '#platform/refusals/refusal';

export const questionnaireNotFound = () => refusal('questionnaire_not_found');
export const questionNotFound = () => refusal('question_not_found');
type Status = keyof typeof questionnaireStatus;
export const notCompleted = (status: Status) => refusal('questionnaire_not_completed', stateOf(questionnaireStatus, status));
export const notFailed = (status: Status) => refusal('questionnaire_not_failed', stateOf(questionnaireStatus, status));
export const runUnderWay = () => refusal('questionnaire_run_in_progress');
