/** @returns the trimmed text without control characters */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .trim();
}

/** @returns the trimmed text on one line, without control characters */
export function toOneLine(text: string): string {
  return plainText(text).replaceAll(/\s+/g, ' ');
}
