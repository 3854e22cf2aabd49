/** Whether this is the database saying that a constraint, one of these, does not hold: on a race it is the first to know. */
export function violates(error: unknown, ...constraints: readonly string[]): boolean {
  return error instanceof Error && 'constraint' in error && constraints.some((name) => name === error.constraint);
}
