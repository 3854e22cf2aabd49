/** Validates search filters (RFC 4515). */
import { type FieldError, fieldErrors } from '#platform/refusals/field-errors';
import { missingPackagesFor } from '#platform/optional-packages';

const maxLength = 2_000;

/** The default filter for people. */
export const defaultPersonFilter = '(objectClass=person)';

/** @returns the validation error of a filter; undefined if it is valid */
export async function findFilterError(text: string): Promise<FieldError | undefined> {
  if (text.length > maxLength) return fieldErrors.tooLong(maxLength);
  // The library would decode each escaped byte as a separate character.
  if (/\\[89a-f][\da-f]/i.test(text)) return fieldErrors.notAllowed('must have letters beyond ASCII as they are');
  const missingMessage = missingPackagesFor('Reading an LDAP directory');
  if (missingMessage !== undefined) return fieldErrors.notAllowed(missingMessage);
  const { FilterParser } = await import('ldapts');
  try {
    FilterParser.parseString(text);
  } catch {
    return fieldErrors.invalidFormat('a filter of LDAP such as (objectClass=person)');
  }
  // The library accepts filters that lack closing parentheses at the end. Values cannot contain parentheses.
  return text.split('(').length === text.split(')').length
    ? undefined
    : fieldErrors.notAllowed('must have as many opening as closing parentheses');
}
