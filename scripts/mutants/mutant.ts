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
