/** Why there is no answer, in words that a user may see. */
export class Unreachable extends Error {
  /** Whether another attempt may get one. */
  readonly passing: boolean;
  constructor(message: string, passing = false) {
    super(message);
    this.passing = passing;
  }
}
