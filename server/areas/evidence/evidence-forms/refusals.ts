import { stateOf } from '#contract/states';
import { evidenceSubmissionStatus } from '#generated/transitions';
import { refusal } from '#platform/refusals/refusal';

export const submissionNotFound = () => refusal('evidence_submission_not_found');
export const formNotInPortal = () => refusal('evidence_form_not_in_portal');
export const formSwitchedOff = () => refusal('evidence_form_switched_off');
export const submissionAlreadyReviewed = (status: keyof typeof evidenceSubmissionStatus) =>
  refusal('evidence_submission_reviewed', stateOf(evidenceSubmissionStatus, status));
/** @param accept the extensions that the form or the field accepts */
export const fileNotAccepted = (accept: readonly string[]) =>
  refusal('evidence_file_not_accepted', { accept: accept.join(', ') || 'none' });
