/** Returns whether the database reports a violation of one of these constraints, which is how races are detected. */
export function violates(error: unknown, ...constraints: readonly string[]): boolean {
  return error instanceof Error && 'constraint' in error && constraints.some((name) => name === error.constraint);
}
