/** The pattern of `ilike` for texts that contain this one, whatever characters it is made of. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** The filter with the pattern for what it searches, if it searches. */
export function searching<Filter extends { readonly search?: string }>(filter: Filter): Filter {
  return filter.search === undefined ? filter : { ...filter, search: containing(filter.search) };
}
