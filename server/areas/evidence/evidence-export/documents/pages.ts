/** Lays out the pages of a report as PDF. */
import { buffer } from 'node:stream/consumers';
import type PDFDocument from 'pdfkit';
import { newDocument } from '#documents/pdf/document';
import { keepWithNext, type Line, renderLines } from '#documents/pdf/flow';
import { layOutGrid, createTextCell } from '#documents/pdf/grid';
import { brandColorsOf } from '#documents/pdf/brand-colors';
import { numberPages } from '#documents/pdf/pages';
import { breakRuns, drawRuns, measurerOf, createUnbreakableRun, type Style } from '#documents/pdf/runs';
import { toPrintable } from '#documents/pdf/typeface';
import type { ReportBlock, ReportHead } from './report-parts.ts';

type Pdf = InstanceType<typeof PDFDocument>;
interface HorizontalArea {
  readonly left: number;
  readonly width: number;
}
/** How a kind of text is printed. Lengths are in points. */
interface TextSetting {
  readonly size: number;
  /** Height of a line. */
  readonly leading: number;
  /** Space above the first line. */
  readonly before: number;
  readonly color: string;
  readonly style: Style;
}

const margin = 56;
/** A4 portrait, in points. */
const pageSize = { width: 595.28, height: 841.89 } as const;
const area: HorizontalArea = { left: margin, width: pageSize.width - 2 * margin };
const verticalExtent = { top: margin, bottom: pageSize.height - margin - 12 } as const;
const colors = { text: '#1c2530', faint: '#5b6776' } as const;
const ink = brandColorsOf(null);

const settings = {
  title: { size: 20, leading: 26, before: 0, color: ink.text, style: { bold: true } },
  heading: { size: 13, leading: 17, before: 20, color: ink.text, style: { bold: true } },
  subheading: { size: 10, leading: 14, before: 10, color: colors.text, style: { bold: true } },
  text: { size: 9.5, leading: 13, before: 3, color: colors.text, style: {} },
  note: { size: 9.5, leading: 13, before: 3, color: colors.faint, style: { italic: true } },
  code: { size: 7.5, leading: 10, before: 3, color: colors.text, style: { code: true } },
  cell: { size: 8.5, leading: 11.5, before: 0, color: colors.text, style: {} },
  head: { size: 8.5, leading: 11.5, before: 0, color: colors.text, style: { bold: true } },
} as const satisfies Record<string, TextSetting>;

/** @returns the bytes of a PDF with the title, the facts and the blocks of a report */
export function createPdf({ title, organization, facts, exportedAt }: ReportHead, blocks: readonly ReportBlock[]): Promise<Buffer> {
  const pdf = newDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: organization, CreationDate: new Date(exportedAt) },
  });
  const lines = [
    ...linesOf(pdf, area, title, settings.title),
    ...facts.flatMap(([name, value]) => linesOf(pdf, area, `${name}: ${value}`, settings.text)),
    ...blocks.flatMap((block) => linesOfBlock(pdf, block)),
  ];
  renderLines(lines, verticalExtent, verticalExtent.top, () => pdf.addPage({ size: 'A4', margin: 0 }));
  numberPages(pdf, `${organization} · ${title} · ${exportedAt}`, margin);
  pdf.end();
  return buffer(pdf);
}

function linesOfBlock(pdf: Pdf, block: ReportBlock): Line[] {
  switch (block.kind) {
    case 'table':
      return tableOf(pdf, block.widths, block.rows);
    case 'heading':
    case 'subheading':
      return keepWithNext(linesOf(pdf, area, block.text, settings[block.kind]));
    case 'text':
    case 'note':
    case 'code':
      return linesOf(pdf, area, block.text, settings[block.kind]);
  }
}

function tableOf(pdf: Pdf, widths: readonly number[], rows: readonly (readonly string[])[]): Line[] {
  const cells = rows.map((row, index) =>
    row.map((text, column) =>
      createTextCell(index === 0, widths[column] ?? 1, (left, width) =>
        linesOf(pdf, { left, width }, text, index === 0 ? settings.head : settings.cell),
      ),
    ),
  );
  return layOutGrid(pdf, { ...area, ink }, cells);
}

function linesOf(pdf: Pdf, { left, width }: HorizontalArea, text: string, { size, leading, before, color, style }: TextSetting): Line[] {
  const widthOf = measurerOf(pdf, size);
  const printableText = toPrintable(text);
  return breakRuns([style.code ? createUnbreakableRun(printableText, style) : { text: printableText, style }], width, widthOf).map(
    (line, index) => ({
      height: leading,
      before: index === 0 ? before : 0,
      keep: false,
      draw: (y) => drawRuns(pdf, line, left, y + leading * 0.5 + size * 0.36, { size, color, accent: ink.text, widthOf }),
    }),
  );
}
