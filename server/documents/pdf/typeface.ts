/** The fonts of our PDFs, for Latin, Greek and Cyrillic letters. They come as a package, so that nothing is fetched. */
import { createRequire } from 'node:module';
import { openSync } from 'fontkit';

const { resolve } = createRequire(import.meta.url);

export const typeface = {
  regular: resolve('roboto-fontface/fonts/roboto/Roboto-Regular.woff'),
  bold: resolve('roboto-fontface/fonts/roboto/Roboto-Bold.woff'),
} as const;

const opened = openSync(typeface.regular);
const glyphs = new Set('characterSet' in opened ? opened.characterSet : []);

/**
 * A text as these fonts can show it: letters that they lack lose their accents, or become a question mark; control characters are
 * dropped, and ends of lines kept.
 */
export function printable(text: string): string {
  return [
    ...text
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      .replace(/[\t\u00a0]/g, ' '),
  ]
    .map(shown)
    .join('');
}

function shown(character: string): string {
  if (character === '\n') return character;
  if (/^[\p{Cc}\p{Cf}\p{M}]$/u.test(character)) return '';
  if (glyphs.has(character.codePointAt(0) ?? 0)) return character;
  const [base = ''] = character.normalize('NFKD');
  return glyphs.has(base.codePointAt(0) ?? 0) ? base : '?';
}
