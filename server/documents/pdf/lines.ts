/**
 * Breaks a text into lines, between words if possible. Consecutive empty lines are reduced to one. Every word is measured once, so the time is
 * proportional to the length of the text.
 * @param room the width of a line, in the same unit as `widthOf`
 */
export function breakIntoLines(text: string, room: number, widthOf: (text: string) => number): string[] {
  const space = widthOf(' ');
  return text
    .trim()
    .replace(/\n{3,}/g, '\n\n')
    .split('\n')
    .flatMap((paragraph) => {
      const lines: string[] = [];
      let [line, width] = ['', 0];
      for (const word of paragraph.split(' ').filter((part) => part !== '')) {
        for (const part of splitWord(word, room, widthOf)) {
          const partWidth = widthOf(part);
          if (line !== '' && width + space + partWidth <= room) [line, width] = [`${line} ${part}`, width + space + partWidth];
          else {
            if (line !== '') lines.push(line);
            [line, width] = [part, partWidth];
          }
        }
      }
      return [...lines, line];
    });
}

/** Splits a word that is longer than a line. */
function splitWord(word: string, room: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= room) return [word];
  const wordParts: string[] = [];
  let [part, width] = ['', 0];
  for (const character of word) {
    const partWidth = widthOf(character);
    if (part !== '' && width + partWidth > room) {
      wordParts.push(part);
      [part, width] = ['', 0];
    }
    [part, width] = [part + character, width + partWidth];
  }
  return [...wordParts, part];
}
