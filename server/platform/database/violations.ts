/** Returns whether the database reports a violation of one of these constraints. Callers use it to detect races. */
export function violates(error: unknown, ...constraints: readonly string[]): boolean {
  return error instanceof Error && 'constraint' in error && constraints.some((name) => name === error.constraint);
}
