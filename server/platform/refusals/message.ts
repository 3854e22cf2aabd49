/**
 * The message of an error with the values of its members in the place of their names: what the server says, and what the contract shows.
 * @param error with names in braces @param members a list is joined by commas
 */
export function messageOf(error: string, members: Readonly<Record<string, unknown>> = {}): string {
  return error.replace(/\{(\w+)\}/g, (_all, name: string) => [members[name]].flat().join(', '));
}
