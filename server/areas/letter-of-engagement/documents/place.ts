/** Where the text of a letter stands on its pages, and its lines. */
import type PDFDocument from 'pdfkit';
import type { Line } from '../../../documents/pdf/flow.ts';
import type { Ink } from '../../../documents/pdf/ink.ts';
import { brokenRuns, drawRuns, rulerOf } from '../../../documents/pdf/runs.ts';
import { printable } from '../../../documents/pdf/typeface.ts';

export type Pdf = InstanceType<typeof PDFDocument>;

/** A4, upright, in points. */
const page = { width: 595.28, height: 841.89 } as const;
const margin = 56;

export const place = { margin, left: margin, width: page.width - 2 * margin, top: margin, bottom: page.height - margin - 12 } as const;
export type Place = { readonly [Side in keyof typeof place]: number } & { readonly ink: Ink };

export const colors = { text: '#1c2530', faint: '#5b6776', mark: '#a3262a' } as const;

interface Setting {
  readonly size?: number;
  readonly color?: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** Space above. */
  readonly before?: number;
  readonly keep?: boolean;
}

/** A plain text in as many lines as it takes. */
export function linesOf(
  pdf: Pdf,
  { left, width, ink }: Pick<Place, 'left' | 'width' | 'ink'>,
  text: string,
  { size = 10, color = colors.text, bold = false, italic = false, before = 0, keep = false }: Setting = {},
): Line[] {
  const widthOf = rulerOf(pdf, size);
  const leading = size * 1.4;
  return brokenRuns([{ text: printable(text), style: { bold, italic } }], width, widthOf).map((line, index) => ({
    height: leading,
    before: index === 0 ? before : 0,
    keep,
    draw: (y) => drawRuns(pdf, line, left, y + leading * 0.5 + size * 0.36, { size, color, accent: ink.text, widthOf }),
  }));
}

/** What introduces the lines after it. */
export function headingOf(pdf: Pdf, at: Place, text: string): Line[] {
  return linesOf(pdf, at, text, { size: 13, bold: true, color: at.ink.text, before: 18, keep: true });
}
