/** Returns a database error as plain data for another thread or process. Cloning an error drops its own fields, so they are copied. */
export function plainError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint, detail, table, column, severity }: Record<string, unknown> = { ...error };
  return { message: error.message, code, constraint, detail, table, column, severity };
}
