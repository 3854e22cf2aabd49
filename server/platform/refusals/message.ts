/**
 * Inserts member values into an error message, for the server's answers and the contract alike.
 * @param error with names in braces @param members lists are joined by commas
 */
export function messageOf(error: string, members: Readonly<Record<string, unknown>> = {}): string {
  return error.replace(/\{(\w+)\}/g, (_all, name: string) => [members[name]].flat().join(', '));
}
