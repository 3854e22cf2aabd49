/** Filters of searches (RFC 4515), as somebody wrote them. */

const longest = 2_000;

/** Which entries are people where nobody says so. */
export const everyPerson = '(objectClass=person)';

/** @returns why a text is no filter; undefined when it is one */
export async function faultInFilter(text: string): Promise<string | undefined> {
  if (text.length > longest) return `must have at most ${longest} characters`;
  // The library reads an escaped byte as a character of its own.
  if (/\\[89a-f][\da-f]/i.test(text)) return 'must have letters beyond ASCII as they are';
  const { FilterParser } = await import('ldapts');
  try {
    FilterParser.parseString(text);
  } catch {
    return 'must be a filter of LDAP such as (objectClass=person)';
  }
  // The library takes a filter without its last parentheses. In values there are none.
  return text.split('(').length === text.split(')').length ? undefined : 'must have as many opening as closing parentheses';
}
