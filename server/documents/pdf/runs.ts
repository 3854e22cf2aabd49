/** Text of several styles, broken into lines and drawn. */
import type PDFDocument from 'pdfkit';
import { typeface } from './typeface.ts';

type Pdf = InstanceType<typeof PDFDocument>;

export interface Style {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  readonly code?: boolean;
  readonly href?: string;
}
/** Text that `printable` has been through. A line feed in it ends the line. */
export interface Run {
  readonly text: string;
  readonly style: Style;
}
interface Piece extends Run {
  readonly width: number;
}
type Word = readonly Piece[];
/** How wide a text is in a style, in points. */
export type Ruler = (text: string, style: Style) => number;

/** Code is set a little smaller, because its letters are wider. */
const codeScale = 0.92;
/** Stands for a space at which no line ends. */
const solid = '\u00a0';

const rulers = new WeakMap<Pdf, Map<number, Ruler>>();

/** @param size of the text, in points @returns the ruler of a document, which remembers what it has measured, because words come again */
export function rulerOf(pdf: Pdf, size: number): Ruler {
  const ofPdf = rulers.get(pdf) ?? new Map<number, Ruler>();
  rulers.set(pdf, ofPdf);
  const ruler = ofPdf.get(size) ?? newRuler(pdf, size);
  ofPdf.set(size, ruler);
  return ruler;
}

function newRuler(pdf: Pdf, size: number): Ruler {
  const known = new Map<string, number>();
  return (text, style) => {
    const font = fontOf(text, style);
    const key = `${font} ${style.code ? 'code' : ''} ${text}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const width = pdf.font(font).fontSize(sizeOf(style, size)).widthOfString(text.replaceAll(solid, ' '));
    known.set(key, width);
    return width;
  };
}

/** Text of which every space counts and every line is its own, as in code. */
export function solidRun(text: string, style: Style): Run {
  return { text: text.replaceAll(' ', solid), style };
}

/**
 * Breaks between words, and within words that are longer than a line.
 * @returns at least one line
 */
export function brokenRuns(runs: readonly Run[], room: number, widthOf: Ruler): Run[][] {
  const lines: Run[][] = [];
  for (const paragraph of paragraphsOf(runs)) {
    let line: Piece[] = [];
    let width = 0;
    const endLine = () => {
      lines.push(joined(line));
      [line, width] = [[], 0];
    };
    for (const { word, space } of wordsOf(paragraph, widthOf)) {
      const own = widthOfWord(word);
      const gap = line.length && space ? space : undefined;
      if (line.length && width + (gap?.width ?? 0) + own > room) endLine();
      if (line.length && gap) {
        line.push(gap);
        width += gap.width;
      }
      if (own <= room) {
        line.push(...word);
        width += own;
      } else
        for (const piece of charactersOf(word, widthOf)) {
          if (line.length && width + piece.width > room) endLine();
          line.push(piece);
          width += piece.width;
        }
    }
    endLine();
  }
  return lines;
}

/** @param baseline of the line @param color of text without a link @returns where it ends */
export function drawRuns(
  pdf: Pdf,
  runs: readonly Run[],
  left: number,
  baseline: number,
  { size, color, accent, widthOf }: { size: number; color: string; accent: string; widthOf: Ruler },
): number {
  let x = left;
  for (const { text, style } of runs) {
    const width = widthOf(text, style);
    const ink = style.href ? accent : color;
    if (style.code) pdf.rect(x - 1, baseline - size * 0.85, width + 2, size * 1.12).fill('#eef0f3');
    pdf.font(fontOf(text, style)).fontSize(sizeOf(style, size)).fillColor(ink);
    pdf.text(text.replaceAll(solid, ' '), x, baseline, { lineBreak: false, baseline: 'alphabetic' });
    if (style.underline || style.href) drawRule(pdf, x, baseline + size * 0.14, width, ink);
    if (style.strike) drawRule(pdf, x, baseline - size * 0.28, width, ink);
    if (style.href) pdf.link(x, baseline - size, width, size * 1.25, style.href);
    x += width;
  }
  return x;
}

function drawRule(pdf: Pdf, x: number, y: number, width: number, color: string) {
  pdf
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.6)
    .strokeColor(color)
    .stroke();
}

/** The letters of the monospaced font that every reader has are few: other code is set in the usual font. */
function fontOf(text: string, { bold, italic, code }: Style): string {
  if (code && /^[\u0020-\u007e\u00a0]*$/.test(text)) return bold ? 'Courier-Bold' : 'Courier';
  if (bold) return italic ? typeface.boldItalic : typeface.bold;
  return italic ? typeface.italic : typeface.regular;
}

function sizeOf({ code }: Style, size: number): number {
  return code ? size * codeScale : size;
}

/** Cuts the runs where lines end by themselves. */
function paragraphsOf(runs: readonly Run[]): Run[][] {
  const paragraphs: Run[][] = [[]];
  for (const { text, style } of runs)
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) paragraphs.push([]);
      if (part !== '') paragraphs.at(-1)?.push({ text: part, style });
    }
  return paragraphs;
}

/** Words may change their style within, and spaces have the style of the run that they are in. */
function wordsOf(runs: readonly Run[], widthOf: Ruler): { readonly word: Word; readonly space: Piece | undefined }[] {
  const words: { word: Piece[]; space: Piece | undefined }[] = [];
  let space: Piece | undefined;
  let isOpen = false;
  for (const { text, style } of runs)
    for (const part of text.split(/( +)/)) {
      if (part === '') continue;
      if (part.startsWith(' ')) {
        space = { text: ' ', style, width: widthOf(' ', style) };
        isOpen = false;
        continue;
      }
      const piece = { text: part, style, width: widthOf(part, style) };
      if (isOpen) words.at(-1)?.word.push(piece);
      else words.push({ word: [piece], space });
      space = undefined;
      isOpen = true;
    }
  return words;
}

function charactersOf(word: Word, widthOf: Ruler): Piece[] {
  return word.flatMap(({ text, style }) => [...text].map((character) => ({ text: character, style, width: widthOf(character, style) })));
}

function widthOfWord(word: Word): number {
  return word.reduce((sum, { width }) => sum + width, 0);
}

/** Neighbors of one style are drawn as one. */
function joined(pieces: readonly Piece[]): Run[] {
  const runs: Run[] = [];
  for (const { text, style } of pieces) {
    const last = runs.at(-1);
    if (last && last.style === style) runs[runs.length - 1] = { text: last.text + text, style };
    else runs.push({ text, style });
  }
  return runs;
}
