/**
 * Breaks a text into lines, between words where that is possible. Of several empty lines one is left. Each word is measured once, so
 * that a long text costs no more than its length.
 * @param room that a line has, and `widthOf` a text needs, in the same unit
 */
export function linesOf(text: string, room: number, widthOf: (text: string) => number): string[] {
  const space = widthOf(' ');
  return text
    .trim()
    .replace(/\n{3,}/g, '\n\n')
    .split('\n')
    .flatMap((paragraph) => {
      const lines: string[] = [];
      let [line, width] = ['', 0];
      for (const word of paragraph.split(' ').filter((part) => part !== '')) {
        for (const piece of piecesOf(word, room, widthOf)) {
          const own = widthOf(piece);
          if (line !== '' && width + space + own <= room) [line, width] = [`${line} ${piece}`, width + space + own];
          else {
            if (line !== '') lines.push(line);
            [line, width] = [piece, own];
          }
        }
      }
      return [...lines, line];
    });
}

/** A word that is too long for a line of its own, in pieces that are not. */
function piecesOf(word: string, room: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= room) return [word];
  const pieces: string[] = [];
  let [piece, width] = ['', 0];
  for (const character of word) {
    const own = widthOf(character);
    if (piece !== '' && width + own > room) {
      pieces.push(piece);
      [piece, width] = ['', 0];
    }
    [piece, width] = [piece + character, width + own];
  }
  return [...pieces, piece];
}
