/** Error responses that several ISMS handlers return. */
import { stateOf } from '#contract/states';
import { ismsDocumentStatus } from '#generated/transitions';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, refusal } from '#platform/refusals/refusal';

export const documentNotFound = () => refusal('isms_document_not_found');
export const registerNotFound = () => refusal('isms_register_not_found');
export const rowNotFound = () => refusal('isms_row_not_found');
export const parentNotFound = () => refusal('isms_parent_not_found');
export const documentPending = () => refusal('isms_pending', stateOf(ismsDocumentStatus, 'needs_review'));
export const reviewSigned = () => refusal('isms_review_signed');
export const narrativeOfOtherType = (type: string) =>
  invalid({ narrative: fieldErrors.notAllowed(`must be the text of a document of the type ${type}`) });
