/** Characters that make a name look like other text. */
const misleadingPattern = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Returns whether a name has control characters, line breaks or characters that change the direction of the following text. */
export function hasMisleadingCharacters(name: string): boolean {
  return misleadingPattern.test(name);
}
