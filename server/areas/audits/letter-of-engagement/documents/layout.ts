/** The page layout of a letter, and the layout of text lines on it. */
import type PDFDocument from 'pdfkit';
import type { Line } from '#documents/pdf/flow';
import type { BrandColors } from '#documents/pdf/brand-colors';
import { breakRuns, drawRuns, measurerOf } from '#documents/pdf/runs';
import { toPrintable } from '#documents/pdf/typeface';

export type Pdf = InstanceType<typeof PDFDocument>;

/** A4 portrait, in points. */
const page = { width: 595.28, height: 841.89 } as const;
const margin = 56;

export const pageLayout = { margin, left: margin, width: page.width - 2 * margin, top: margin, bottom: page.height - margin - 12 } as const;
export type Layout = { readonly [Side in keyof typeof pageLayout]: number } & { readonly ink: BrandColors };

export const colors = { text: '#1c2530', faint: '#5b6776', mark: '#a3262a' } as const;

interface TextStyle {
  readonly size?: number;
  readonly color?: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** Space above, in points. */
  readonly before?: number;
  readonly keep?: boolean;
}

/** Breaks plain text into lines. */
export function layOutText(
  pdf: Pdf,
  { left, width, ink }: Pick<Layout, 'left' | 'width' | 'ink'>,
  text: string,
  { size = 10, color = colors.text, bold = false, italic = false, before = 0, keep = false }: TextStyle = {},
): Line[] {
  const widthOf = measurerOf(pdf, size);
  const leading = size * 1.4;
  return breakRuns([{ text: toPrintable(text), style: { bold, italic } }], width, widthOf).map((line, index) => ({
    height: leading,
    before: index === 0 ? before : 0,
    keep,
    draw: (y) => drawRuns(pdf, line, left, y + leading * 0.5 + size * 0.36, { size, color, accent: ink.text, widthOf }),
  }));
}

/** Lays out a heading, which is kept on the same page as the next line. */
export function layOutHeading(pdf: Pdf, layout: Layout, text: string): Line[] {
  return layOutText(pdf, layout, text, { size: 13, bold: true, color: layout.ink.text, before: 18, keep: true });
}
