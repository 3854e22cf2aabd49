/** @returns the sentences of a text, without white space around them; a line break ends a sentence, too */
export function sentencesIn(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
