/**
 * Reduces user text to one line in the surrounding text direction, so that it cannot imitate other parts of a mail.
 * @param text from a user
 */
export function toOneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\p{Bidi_Control}/gu, '')
    .trim();
}

/** Reduces text for a mail header like `toOneLine`, and also prevents it from being read as an encoded word (RFC 2047). */
export function toHeaderText(text: string): string {
  return toOneLine(text).replaceAll('=?', '= ?');
}
