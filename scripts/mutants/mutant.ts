/** A change that breaks the server and that a test must detect. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  /** The text to replace. It must occur exactly once in the file. */
  readonly from: string;
  readonly to: string;
  /** Test files or folders, at least one of which must fail. */
  readonly tests: readonly string[];
  /** Set if a single database session would hide the break. */
  readonly onPostgres?: true;
}

/**
 * Applies a mutant. White space and trailing commas depend on the formatter, so they are ignored.
 * @returns the changed source, or the same source when the text does not occur
 */
export function applyMutant(source: string, { from, to }: Pick<Mutant, 'from' | 'to'>): string {
  const tokens = from.match(/\w+|[^\w\s]/g) ?? [];
  const pattern = tokens.map((token) => token.replace(/^[)\]}]$/, ',?\\s*$&').replace(/\W$/, '\\$&')).join('\\s*');
  return source.replace(new RegExp(pattern), () => to);
}
