/** The fonts of our PDFs, for Latin, Greek and Cyrillic letters. They come as a package, so that nothing is fetched. */
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { readWoff } from './font-file.ts';

const { resolve } = createRequire(import.meta.url);

/** The names by which a document of `newDocument` knows them, which are those of their files. */
export const typeface = {
  regular: 'Roboto-Regular',
  bold: 'Roboto-Bold',
  italic: 'Roboto-RegularItalic',
  boldItalic: 'Roboto-BoldItalic',
} as const;
type FontName = (typeof typeface)[keyof typeof typeface];

const read = new Map<FontName, Buffer>();

/** @returns the font file, which is read once */
export function fontBytes(name: FontName): Buffer {
  const bytes = read.get(name) ?? readWoff(resolve(`roboto-fontface/fonts/roboto/${name}.woff`));
  read.set(name, bytes);
  return bytes;
}

const opened = new Map<FontName, Font>();

/** @returns the font, which is opened once */
function fontOf(name: FontName): Font {
  const font = opened.get(name) ?? create(fontBytes(name));
  if (!('glyphForCodePoint' in font)) throw new TypeError('a file of several fonts');
  opened.set(name, font);
  return font;
}

const glyphs = new Set(fontOf(typeface.regular).characterSet);

/** How wide a character, as people see it, is in one of these fonts, or about so where another one has to show it, as in an SVG. */
export function widthOf(character: string, weight: 'regular' | 'bold', size: number): number {
  const point = character.codePointAt(0) ?? 0;
  const font = fontOf(typeface[weight]);
  if (glyphs.has(point)) return (font.glyphForCodePoint(point).advanceWidth / font.unitsPerEm) * size;
  return /^[\p{Ideographic}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{RGI_Emoji}]/v.test(character) ? 1.1 * size : 0.65 * size;
}

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

/** For a document of whose texts not all are `isPrintable`. */
export const unprintableNote = 'Characters that this document cannot show appear as question marks.';

/** @returns whether `printable` shows each character of a text, if without its accent: no question mark stands for one of them */
export function isPrintable(text: string): boolean {
  return [...text.normalize('NFC')].every((character) => character === '?' || shown(character) !== '?');
}

function shown(character: string): string {
  if (character === '\n') return character;
  if (/^[\p{Cc}\p{Cf}\p{M}]$/u.test(character)) return '';
  if (glyphs.has(character.codePointAt(0) ?? 0)) return character;
  const [base = ''] = character.normalize('NFKD');
  return glyphs.has(base.codePointAt(0) ?? 0) ? base : '?';
}
