/** Breaks styled text into lines and draws it. */
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
/** A text in one style, which was passed through `toPrintable`. A line feed ends the line. */
export interface Run {
  readonly text: string;
  readonly style: Style;
}
interface Piece extends Run {
  readonly width: number;
}
type Word = readonly Piece[];
/** Measures the width of a text in a style, in points. */
export type TextMeasurer = (text: string, style: Style) => number;

/** The size of code, relative to other text. Code is smaller, because its letters are wider. */
const codeScale = 0.92;
/** Replaces a space at which a line must not be broken. */
const unbreakableSpace = '\u00a0';

const measurers = new WeakMap<Pdf, Map<number, TextMeasurer>>();

/** @param size the text size in points @returns the text measurer of a document, which caches widths because words repeat */
export function measurerOf(pdf: Pdf, size: number): TextMeasurer {
  const measurersBySize = measurers.get(pdf) ?? new Map<number, TextMeasurer>();
  measurers.set(pdf, measurersBySize);
  const measurer = measurersBySize.get(size) ?? createMeasurer(pdf, size);
  measurersBySize.set(size, measurer);
  return measurer;
}

function createMeasurer(pdf: Pdf, size: number): TextMeasurer {
  const widths = new Map<string, number>();
  return (text, style) => {
    const font = fontOf(text, style);
    const key = `${font} ${style.code ? 'code' : ''} ${text}`;
    const cachedWidth = widths.get(key);
    if (cachedWidth !== undefined) return cachedWidth;
    const width = pdf.font(font).fontSize(sizeOf(style, size)).widthOfString(text.replaceAll(unbreakableSpace, ' '));
    widths.set(key, width);
    return width;
  };
}

/** @returns a run of code, which keeps every space and is not broken at spaces */
export function createUnbreakableRun(text: string, style: Style): Run {
  return { text: text.replaceAll(' ', unbreakableSpace), style };
}

/**
 * Breaks runs into lines, between words or within words that are longer than a line.
 * @returns at least one line
 */
export function breakRuns(runs: readonly Run[], lineWidth: number, widthOf: TextMeasurer): Run[][] {
  const lines: Run[][] = [];
  for (const paragraph of paragraphsOf(runs)) {
    let line: Piece[] = [];
    let width = 0;
    const endLine = () => {
      lines.push(mergeRuns(line));
      [line, width] = [[], 0];
    };
    for (const { word, space } of wordsOf(paragraph, widthOf)) {
      const wordWidth = widthOfWord(word);
      const gap = line.length && space ? space : undefined;
      if (line.length && width + (gap?.width ?? 0) + wordWidth > lineWidth) endLine();
      if (line.length && gap) {
        line.push(gap);
        width += gap.width;
      }
      if (wordWidth <= lineWidth) {
        line.push(...word);
        width += wordWidth;
      } else
        for (const piece of charactersOf(word, widthOf)) {
          if (line.length && width + piece.width > lineWidth) endLine();
          line.push(piece);
          width += piece.width;
        }
    }
    endLine();
  }
  return lines;
}

/** Draws the runs of one line; `accent` is the color of links. @returns the horizontal end of the drawn text */
export function drawRuns(
  pdf: Pdf,
  runs: readonly Run[],
  left: number,
  baseline: number,
  { size, color, accent, widthOf }: { size: number; color: string; accent: string; widthOf: TextMeasurer },
): number {
  let x = left;
  for (const { text, style } of runs) {
    const width = widthOf(text, style);
    const ink = style.href ? accent : color;
    if (style.code) pdf.rect(x - 1, baseline - size * 0.85, width + 2, size * 1.12).fill('#eef0f3');
    pdf.font(fontOf(text, style)).fontSize(sizeOf(style, size)).fillColor(ink);
    pdf.text(text.replaceAll(unbreakableSpace, ' '), x, baseline, { lineBreak: false, baseline: 'alphabetic' });
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

/** @returns the font of a text. Code is set in Courier, the built-in monospaced font, if Courier has all of its characters. */
function fontOf(text: string, { bold, italic, code }: Style): string {
  if (code && /^[\u0020-\u007e\u00a0]*$/.test(text)) return bold ? 'Courier-Bold' : 'Courier';
  if (bold) return italic ? typeface.boldItalic : typeface.bold;
  return italic ? typeface.italic : typeface.regular;
}

function sizeOf({ code }: Style, size: number): number {
  return code ? size * codeScale : size;
}

/** @returns the runs of each paragraph, split at line feeds */
function paragraphsOf(runs: readonly Run[]): Run[][] {
  const paragraphs: Run[][] = [[]];
  for (const { text, style } of runs)
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) paragraphs.push([]);
      if (part !== '') paragraphs.at(-1)?.push({ text: part, style });
    }
  return paragraphs;
}

/** @returns the words with the spaces before them. A word may have several styles, and a space has the style of its run. */
function wordsOf(runs: readonly Run[], widthOf: TextMeasurer): { readonly word: Word; readonly space: Piece | undefined }[] {
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

function charactersOf(word: Word, widthOf: TextMeasurer): Piece[] {
  return word.flatMap(({ text, style }) => [...text].map((character) => ({ text: character, style, width: widthOf(character, style) })));
}

function widthOfWord(word: Word): number {
  return word.reduce((sum, { width }) => sum + width, 0);
}

/** Merges consecutive pieces of the same style. */
function mergeRuns(pieces: readonly Piece[]): Run[] {
  const runs: Run[] = [];
  for (const { text, style } of pieces) {
    const lastRun = runs.at(-1);
    if (lastRun && lastRun.style === style) runs[runs.length - 1] = { text: lastRun.text + text, style };
    else runs.push({ text, style });
  }
  return runs;
}
