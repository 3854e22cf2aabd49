/** @returns the text without characters that no text has */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .trim();
}

/** @returns the same in one line */
export function inOneLine(text: string): string {
  return plainText(text).replaceAll(/\s+/g, ' ');
}
