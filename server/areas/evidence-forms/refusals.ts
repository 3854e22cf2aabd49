import { refusal } from '../../platform/refusals/refusal.ts';

export const submissionNotFound = () => refusal('evidence_submission_not_found');
export const notInPortal = () => refusal('evidence_form_not_in_portal');
export const switchedOff = () => refusal('evidence_form_switched_off');
export const reviewedAlready = () => refusal('evidence_submission_reviewed');
/** @param accept the extensions that are accepted */
export const notAccepted = (accept: readonly string[]) => refusal('evidence_file_not_accepted', { accept: accept.join(', ') || 'none' });
