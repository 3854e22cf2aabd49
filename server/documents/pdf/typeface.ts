/** Loads the fonts of generated PDFs, which have Latin, Greek and Cyrillic letters. A package contains them, so nothing is downloaded. */
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

const supportedCodePoints = new Set(fontOf(typeface.regular).characterSet);

/** @returns the width of a user-perceived character; an estimate if the font lacks the character, because an SVG then uses another font */
export function widthOf(character: string, weight: 'regular' | 'bold', size: number): number {
  const point = character.codePointAt(0) ?? 0;
  const font = fontOf(typeface[weight]);
  if (supportedCodePoints.has(point)) return (font.glyphForCodePoint(point).advanceWidth / font.unitsPerEm) * size;
  return /^[\p{Ideographic}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{RGI_Emoji}]/v.test(character) ? 1.1 * size : 0.65 * size;
}

/**
 * Replaces characters that the fonts cannot display: letters lose their accents, and other characters become question marks. Removes
 * control characters except line breaks.
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

/** The note in a document that contains texts for which `isPrintable` is false. */
export const unprintableNote = 'Characters that this document cannot show appear as question marks.';

/** @returns whether `toPrintable` replaces no character of the text with a question mark */
export function isPrintable(text: string): boolean {
  return [...text.normalize('NFC')].every((character) => character === '?' || printableForm(character) !== '?');
}

function printableForm(character: string): string {
  if (character === '\n') return character;
  if (/^[\p{Cc}\p{Cf}\p{M}]$/u.test(character)) return '';
  if (supportedCodePoints.has(character.codePointAt(0) ?? 0)) return character;
  const [base = ''] = character.normalize('NFKD');
  return supportedCodePoints.has(base.codePointAt(0) ?? 0) ? base : '?';
}
