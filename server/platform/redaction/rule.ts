/** A kind of secret, defined by its appearance. */
export interface SecretRule {
  readonly id: string;
  readonly description: string;
  /** Lower-case strings. The pattern is tried only if the text, in lower case, contains at least one of them. */
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
