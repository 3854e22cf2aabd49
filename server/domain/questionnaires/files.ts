/** Files of questionnaires: which are taken, and where they are kept (spec/areas/questionnaires, rule 1). */
import { refusal } from '../../platform/refusals/refusal.ts';
import { readableAs, readableFormats } from '../files/readable.ts';

/** Types that the interface specification lists (4.6). Of texts, only plain ones are accepted. */
const given =
  /^(?:application\/pdf|image\/.+|application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet|text\/(?:csv|comma-separated-values|plain))$/;

/** @param type without parameters, in lower case @param onlyGiven whether none of our own is taken @returns the kind, or the refusal */
export function questionnaireAs(type: string, onlyGiven = false) {
  const refused = () =>
    refusal('questionnaire_type_not_allowed', { formats: onlyGiven ? ['PDF', 'images', 'XLSX', 'CSV', 'TXT'] : readableFormats });
  const kind = readableAs(type, refused);
  return typeof kind === 'string' && onlyGiven && !given.test(type) ? refused() : kind;
}

/** Below the organization's: files that were sent, and files that were made of them. */
export const uploadFolder = 'questionnaire-uploads';
export const exportFolder = 'questionnaire-exports';
