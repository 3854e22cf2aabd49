/** Decides which types of questionnaire files are accepted, and names their storage folders (questionnaires, rule 1). */
import { refusal } from '#platform/refusals/refusal';
import { readableKindOf, readableFormats } from '#documents/files/readable';

/** The types listed in the interface specification (4.6). Other text types, such as HTML, are readable but not listed. */
const specifiedTypes =
  /^(?:application\/pdf|image\/.+|application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet|text\/(?:csv|comma-separated-values|plain))$/;

/**
 * @param type the media type in lowercase, without parameters
 * @param onlySpecified whether to accept only the types of the interface specification
 * @returns the kind of file, or a refusal if the type is not accepted
 */
export function questionnaireKindOf(type: string, onlySpecified = false) {
  const refuseType = () =>
    refusal('questionnaire_type_not_allowed', { formats: onlySpecified ? ['PDF', 'images', 'XLSX', 'CSV', 'TXT'] : readableFormats });
  const kind = readableKindOf(type, refuseType);
  return typeof kind === 'string' && onlySpecified && !specifiedTypes.test(type) ? refuseType() : kind;
}

/** The folders for uploaded files and for generated exports, relative to the organization's folder. */
export const uploadFolder = 'questionnaire-uploads';
export const exportFolder = 'questionnaire-exports';
