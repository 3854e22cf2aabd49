/** Validates search filters (RFC 4515). */
import { missingPackagesFor } from '#platform/optional-packages';

const maxLength = 2_000;

/** The default filter for people. */
export const defaultPersonFilter = '(objectClass=person)';

/** @returns the validation error of a filter; undefined if it is valid */
export async function findFilterError(text: string): Promise<string | undefined> {
  if (text.length > maxLength) return `must have at most ${maxLength} characters`;
  // The library would decode each escaped byte as a separate character.
  if (/\\[89a-f][\da-f]/i.test(text)) return 'must have letters beyond ASCII as they are';
  const missingMessage = missingPackagesFor('Reading an LDAP directory');
  if (missingMessage !== undefined) return missingMessage;
  const { FilterParser } = await import('ldapts');
  try {
    FilterParser.parseString(text);
  } catch {
    return 'must be a filter of LDAP such as (objectClass=person)';
  }
  // The library accepts filters that lack closing parentheses at the end. Values cannot contain parentheses.
  return text.split('(').length === text.split(')').length ? undefined : 'must have as many opening as closing parentheses';
}
