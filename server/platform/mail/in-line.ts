/**
 * What somebody wrote, in one line and in the direction of the text around it, so that it cannot look like a part of the mail.
 * @param text of a person
 */
export function inLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
}
