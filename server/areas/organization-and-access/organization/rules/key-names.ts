/** Validates names of API keys, which must not look like other text, for instance in mails (organization, rule 16). */
import { type FieldError, fieldErrors } from '#platform/refusals/field-errors';
import { hasMisleadingCharacters } from '#platform/misleading-characters';

const quotes = /["\u00AB\u00BB\u201C-\u201F\u2039\u203A\u301D-\u301F\uFF02]/u;

/**
 * @param name the trimmed name
 * @returns the validation error, or undefined if the name is valid
 */
export function validateKeyName(name: string): { readonly name: FieldError } | undefined {
  return hasMisleadingCharacters(name) || quotes.test(name)
    ? { name: fieldErrors.invalidCharacters('must not contain quotes, line breaks, control characters or text direction marks') }
    : undefined;
}
