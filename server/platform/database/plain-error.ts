/** An error of the database, for where it is sent to another thread or process: an error is cloned without its own fields, so those that pg gives too travel apart. */
export function plain(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint, detail, table, column, severity }: Record<string, unknown> = { ...error };
  return { message: error.message, code, constraint, detail, table, column, severity };
}
