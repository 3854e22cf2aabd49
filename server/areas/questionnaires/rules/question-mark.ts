/** Whether a question mark stands in a text: also in full width, or as Arabic has it. */
export function hasQuestionMark(text: string): boolean {
  return /[?？\u061f]/.test(text);
}
