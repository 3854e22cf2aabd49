import { refusal } from '../../platform/refusals/refusal.ts';
import type { Unusable } from '../../documents/extraction/unusable.ts';

export const questionnaireNotFound = () => refusal(404, 'Questionnaire not found');
export const questionNotFound = () => refusal(404, 'Question not found');
export const notCompleted = () => refusal(409, 'The questionnaire is not completed');
export const underWay = () => refusal(409, 'A run of the questionnaire is under way');

/** What to answer to a file that nothing can be taken from. */
export function unusable({ status, message }: Unusable) {
  return status === 413 ? refusal(413, message) : refusal(422, message);
}
