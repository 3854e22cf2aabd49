/** The accepted types and the storage folders of questionnaire files (questionnaires, rule 1). */
import { refusal } from '#platform/refusals/refusal';
import { readableKindOf, readableFormats } from '#documents/files/readable';

/** The types listed in the interface specification (4.6). Of text types, only plain text is accepted. */
const specifiedTypes =
  /^(?:application\/pdf|image\/.+|application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet|text\/(?:csv|comma-separated-values|plain))$/;

/**
 * @param type without parameters, in lowercase @param onlyGiven accept only the types of the interface specification @returns the kind, or the
 * refusal
 */
export function questionnaireKindOf(type: string, onlyGiven = false) {
  const refused = () =>
    refusal('questionnaire_type_not_allowed', { formats: onlyGiven ? ['PDF', 'images', 'XLSX', 'CSV', 'TXT'] : readableFormats });
  const kind = readableKindOf(type, refused);
  return typeof kind === 'string' && onlyGiven && !specifiedTypes.test(type) ? refused() : kind;
}

/** Folders relative to the organization's, for uploaded files and for generated exports. */
export const uploadFolder = 'questionnaire-uploads';
export const exportFolder = 'questionnaire-exports';
