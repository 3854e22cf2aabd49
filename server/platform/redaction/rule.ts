/** A kind of secret, defined by its appearance. */
export interface SecretRule {
  readonly id: string;
  readonly description: string;
  /** Lower-case strings, one of which must occur in the text before the pattern is tried. */
  readonly marks: readonly string[];
  /** Global, and linear in the text's length. Its first group is kept, and the rest of the match is hidden. */
  readonly pattern: RegExp;
  /** Decides whether a match is a secret, if the pattern alone cannot. @param value without the first group @param next the few characters after it */
  readonly isSecret?: (value: string, next: string) => boolean;
  /** Texts with a secret, split so that repository scanners do not report them. */
  readonly examples: readonly (readonly string[])[];
  /** Similar texts without a secret. */
  readonly lookalikes: readonly string[];
}
