/** A break of the server that some test has to notice. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  /** What is replaced, once. It has to stand in the file. */
  readonly from: string;
  readonly to: string;
  /** Files or folders of tests, of which one has to fail. */
  readonly tests: readonly string[];
  /** Where one session would hide it. */
  readonly onPostgres?: true;
}

/**
 * Where a mutant is made. White space, and commas before what closes, are the formatter's: they are not compared.
 * @returns the source with the mutant in it; the same source when there is nothing to break
 */
export function broken(source: string, { from, to }: Pick<Mutant, 'from' | 'to'>): string {
  const tokens = from.match(/\w+|[^\w\s]/g) ?? [];
  const place = tokens.map((token) => token.replace(/^[)\]}]$/, ',?\\s*$&').replace(/\W$/, '\\$&')).join('\\s*');
  return source.replace(new RegExp(place), () => to);
}
