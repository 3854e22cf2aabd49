/** @returns whether a text contains a question mark, including the full-width and the Arabic one */
export function hasQuestionMark(text: string): boolean {
  return /[?？\u061f]/.test(text);
}
