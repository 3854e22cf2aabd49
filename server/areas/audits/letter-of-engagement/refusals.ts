/** Error responses that several handlers of letters return. */
import { stateOf } from '#contract/states';
import { engagementLetterStatus } from '#generated/transitions';
import type { components } from '#generated/api';
import { refusal } from '#platform/refusals/refusal';

type LetterStatus = Pick<components['schemas']['EngagementLetter'], 'status'>;

const stateOfLetter = ({ status }: LetterStatus) => stateOf(engagementLetterStatus, status);

export const letterNotFound = () => refusal('engagement_letter_not_found');
export const templateNotFound = () => refusal('engagement_letter_template_not_found');
export const notDraft = (letter: LetterStatus) => refusal('engagement_letter_not_draft', stateOfLetter(letter));
export const notOpen = (letter: LetterStatus) => refusal('engagement_letter_not_open', stateOfLetter(letter));
export const notPending = (letter: LetterStatus) => refusal('engagement_letter_not_pending', stateOfLetter(letter));
export const notClosed = (letter: LetterStatus) => refusal('engagement_letter_not_closed', stateOfLetter(letter));
export const notSigned = (letter: LetterStatus) => refusal('engagement_letter_not_signed', stateOfLetter(letter));
export const alreadyAmended = () => refusal('engagement_letter_amended');
export const linkNotFound = () => refusal('engagement_letter_link_not_found');
export const linkVoid = () => refusal('signing_link_void');
