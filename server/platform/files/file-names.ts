/** Validates the names that requests give to stored files (attachments, rules 2 and 16). */
import { fieldErrors } from '#platform/refusals/field-errors';
import { hasMisleadingCharacters } from '../misleading-characters.ts';
import { invalid, refusal } from '../refusals/refusal.ts';
import { isExecutableName } from './executable-types.ts';

/** Validates the name of a file. @param field request field that contains the name @returns the name, or a refusal: 400 or 415 */
export function validateFileName(fileName: string, field = 'fileName') {
  const name = validateScriptName(fileName, field);
  return typeof name === 'string' && isExecutableName(name) ? refusal('file_extension_not_allowed') : name;
}

/** Validates a name like `validateFileName`, but allows names of programs. @returns the name, or a refusal: 400 */
export function validateScriptName(name: string, field = 'fileName') {
  if (hasMisleadingCharacters(name))
    return invalid({ [field]: fieldErrors.invalidCharacters('must not contain control characters, line breaks or direction marks') });
  return /[^.]/.test(name) ? name : invalid({ [field]: fieldErrors.notAllowed('must not consist of dots') });
}
