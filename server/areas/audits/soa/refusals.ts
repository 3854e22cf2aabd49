/** Error responses that several handlers of statements return. */
import { stateOf } from '#contract/states';
import { soaApprovalStatus } from '#generated/transitions';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, refusal } from '#platform/refusals/refusal';

export const documentNotFound = () => refusal('soa_document_not_found');
export const questionNotFound = () => refusal('question_not_found');
export const documentPending = () => refusal('soa_pending', stateOf(soaApprovalStatus, 'pending'));
export const decisionNotJustified = () => invalid({ justification: fieldErrors.required('when the decision changes') });
export const reasonMissing = () => invalid({ justification: fieldErrors.required('when the control is not applicable') });
