import { stateOf } from '#contract/states';
import { knowledgeBaseProcessingStatus } from '#generated/transitions';
import { refusal } from '#platform/refusals/refusal';

export const documentNotFound = () => refusal('knowledge_base_document_not_found');
export const documentProcessing = (status: keyof typeof knowledgeBaseProcessingStatus) =>
  refusal('knowledge_base_document_processing', stateOf(knowledgeBaseProcessingStatus, status));
export const fileNotFound = () => refusal('knowledge_base_file_not_found');
export const manualAnswerNotFound = () => refusal('manual_answer_not_found');
export const questionTaken = () => refusal('manual_answer_question_taken');
