/** Why there is no answer. The message may be shown to users. */
export class Unreachable extends Error {
  /** Whether a retry may succeed. */
  readonly isTransient: boolean;
  constructor(message: string, isTransient = false) {
    super(message);
    this.isTransient = isTransient;
  }
}
