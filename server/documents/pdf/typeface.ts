/** The fonts of generated PDFs, for Latin, Greek and Cyrillic letters. They come from a package, so nothing is downloaded. */
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { readWoff } from './font-file.ts';

const { resolve } = createRequire(import.meta.url);

/** The font names in a document of `newDocument`, which are also their file names. */
export const typeface = {
  regular: 'Roboto-Regular',
  bold: 'Roboto-Bold',
  italic: 'Roboto-RegularItalic',
  boldItalic: 'Roboto-BoldItalic',
} as const;
type FontName = (typeof typeface)[keyof typeof typeface];

const fontFiles = new Map<FontName, Buffer>();

/** @returns the font file, which is cached */
export function fontBytes(name: FontName): Buffer {
  const bytes = fontFiles.get(name) ?? readWoff(resolve(`roboto-fontface/fonts/roboto/${name}.woff`));
  fontFiles.set(name, bytes);
  return bytes;
}

const fonts = new Map<FontName, Font>();

/** @returns the parsed font, which is cached */
function fontOf(name: FontName): Font {
  const font = fonts.get(name) ?? create(fontBytes(name));
  if (!('glyphForCodePoint' in font)) throw new TypeError('a file of several fonts');
  fonts.set(name, font);
  return font;
}

const glyphs = new Set(fontOf(typeface.regular).characterSet);

/** The width of a user-perceived character in one of these fonts; an estimate if another font has to display it, as in an SVG. */
export function widthOf(character: string, weight: 'regular' | 'bold', size: number): number {
  const point = character.codePointAt(0) ?? 0;
  const font = fontOf(typeface[weight]);
  if (glyphs.has(point)) return (font.glyphForCodePoint(point).advanceWidth / font.unitsPerEm) * size;
  return /^[\p{Ideographic}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{RGI_Emoji}]/v.test(character) ? 1.1 * size : 0.65 * size;
}

/**
 * Reduces a text to what these fonts can display: unsupported letters lose their accents or become a question mark. Control characters are
 * removed, and line breaks kept.
 */
export function toPrintable(text: string): string {
  return [
    ...text
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      .replace(/[\t\u00a0]/g, ' '),
  ]
    .map(printableForm)
    .join('');
}

/** Note for a document with texts that are not `isPrintable`. */
export const unprintableNote = 'Characters that this document cannot show appear as question marks.';

/** @returns whether `toPrintable` keeps every character, possibly without its accent, instead of replacing it by a question mark */
export function isPrintable(text: string): boolean {
  return [...text.normalize('NFC')].every((character) => character === '?' || printableForm(character) !== '?');
}

function printableForm(character: string): string {
  if (character === '\n') return character;
  if (/^[\p{Cc}\p{Cf}\p{M}]$/u.test(character)) return '';
  if (glyphs.has(character.codePointAt(0) ?? 0)) return character;
  const [base = ''] = character.normalize('NFKD');
  return glyphs.has(base.codePointAt(0) ?? 0) ? base : '?';
}
