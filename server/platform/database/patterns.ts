/** Returns an `ilike` pattern for texts that contain this one, with special characters escaped. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
