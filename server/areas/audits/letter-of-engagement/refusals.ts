/** Error responses that several handlers of letters return. */
import { refusal } from '#platform/refusals/refusal';

export const letterNotFound = () => refusal('engagement_letter_not_found');
export const templateNotFound = () => refusal('engagement_letter_template_not_found');
export const notDraft = () => refusal('engagement_letter_not_draft');
export const notOpen = () => refusal('engagement_letter_not_open');
export const notPending = () => refusal('engagement_letter_not_pending');
export const alreadyAmended = () => refusal('engagement_letter_amended');
export const linkNotFound = () => refusal('engagement_letter_link_not_found');
export const linkVoid = () => refusal('signing_link_void');
