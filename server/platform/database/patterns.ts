/** The pattern of `ilike` for texts that contain this one, whatever characters it is made of. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
