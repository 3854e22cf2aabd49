/** Files of questionnaires: which are taken, and where they are kept (spec/areas/questionnaires, rule 1). */
import { refusal } from '../../platform/refusals/refusal.ts';
import { type FileKind, kindOf, successorOf } from '../../documents/extraction/kinds.ts';

/** Types that the interface specification lists (4.6). Of texts, only plain ones are accepted. */
const given =
  /^(?:application\/pdf|image\/.+|application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet|text\/(?:csv|comma-separated-values|plain))$/;

/** @param type without parameters, in lower case @param onlyGiven whether none of our own is taken @returns the kind, or the refusal */
export function readableAs(type: string, onlyGiven = false) {
  const successor = successorOf(type);
  if (successor) return refusal('old_office_format', { format: successor });
  const kind = kindOf(type);
  if (kind && (!onlyGiven || given.test(type))) return kind;
  return refusal('questionnaire_type_not_allowed', {
    formats: ['PDF', 'images', 'XLSX', ...(onlyGiven ? ['CSV', 'TXT'] : ['XLSM', 'DOCX', 'CSV', 'text'])],
  });
}

export function isArchive(kind: FileKind): boolean {
  return kind === 'xlsx' || kind === 'docx';
}

/** Below the organization's: files that were sent, and files that were made of them. */
export const uploadFolder = 'questionnaire-uploads';
export const exportFolder = 'questionnaire-exports';
