/**
 * Breaks a text into lines, between words if possible. Consecutive empty lines are reduced to one empty line. Each word is measured once,
 * so that the time is proportional to the length of the text.
 * @param lineWidth the width of a line, in the same unit as `widthOf`
 */
export function breakIntoLines(text: string, lineWidth: number, widthOf: (text: string) => number): string[] {
  const space = widthOf(' ');
  return text
    .trim()
    .replace(/\n{3,}/g, '\n\n')
    .split('\n')
    .flatMap((paragraph) => {
      const lines: string[] = [];
      let [line, width] = ['', 0];
      for (const word of paragraph.split(' ').filter((part) => part !== '')) {
        for (const part of splitWord(word, lineWidth, widthOf)) {
          const partWidth = widthOf(part);
          if (line !== '' && width + space + partWidth <= lineWidth) [line, width] = [`${line} ${part}`, width + space + partWidth];
          else {
            if (line !== '') lines.push(line);
            [line, width] = [part, partWidth];
          }
        }
      }
      return [...lines, line];
    });
}

/** @returns the parts of a word, which is only split if it is longer than a line */
function splitWord(word: string, lineWidth: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= lineWidth) return [word];
  const wordParts: string[] = [];
  let [part, width] = ['', 0];
  for (const character of word) {
    const partWidth = widthOf(character);
    if (part !== '' && width + partWidth > lineWidth) {
      wordParts.push(part);
      [part, width] = ['', 0];
    }
    [part, width] = [part + character, width + partWidth];
  }
  return [...wordParts, part];
}
