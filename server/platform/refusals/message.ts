/**
 * Inserts member values into an error message, for the server's answers and the contract alike.
 * @param error message with names of members in braces @param members values by name; lists are joined by commas, and an empty list is `none`
 */
export function messageOf(error: string, members: Readonly<Record<string, unknown>> = {}): string {
  return error.replace(/\{(\w+)\}/g, (_all, name: string) => [members[name]].flat().join(', ') || 'none');
}
