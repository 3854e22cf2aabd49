/** Renders an ISMS document as PDF with a cover page. */
import { buffer } from 'node:stream/consumers';
import { newDocument } from '#documents/pdf/document';
import { renderLines } from '#documents/pdf/flow';
import { brandColorsOf } from '#documents/pdf/brand-colors';
import { numberPages } from '#documents/pdf/pages';
import { layOutRichText } from '#documents/pdf/rich-text';
import { toPrintable, typeface } from '#documents/pdf/typeface';
import type { RichNode } from '#documents/rich-text/nodes';
import type { Paper } from '../rules/paper.ts';
import type { Block, Section } from '../rules/sections/blocks.ts';

const margin = 56;
const colors = { text: '#1c2530', faint: '#5b6776', rule: '#d5dce6' } as const;
const labelWidth = 110;

/** @returns the content of a PDF file */
export async function pdfOf(paper: Paper): Promise<Uint8Array> {
  const { organization, title, code, sections } = paper;
  const pdf = newDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: organization, Subject: code },
  });
  const ink = brandColorsOf(null);
  const layout = { left: margin, width: pdf.page.width - 2 * margin, ink };
  const [top, bottom] = [margin, pdf.page.height - margin - 12];
  drawCover(pdf, paper, layout);
  pdf.addPage();
  renderLines(layOutRichText(pdf, sections.flatMap(nodesOf), layout), { top, bottom }, top, () => void pdf.addPage());
  numberPages(pdf, `${organization} · ${code} · ${title}`, margin);
  pdf.end();
  return buffer(pdf);
}

function drawCover(
  pdf: ReturnType<typeof newDocument>,
  { organization, title, standard, code, facts }: Paper,
  { left, width, ink }: { readonly left: number; readonly width: number; readonly ink: ReturnType<typeof brandColorsOf> },
) {
  pdf.rect(0, 0, pdf.page.width, 12).fill(ink.fill);
  pdf.font(typeface.regular).fontSize(13).fillColor(colors.faint);
  pdf.text(toPrintable(organization), left, 120, { width, height: 34, ellipsis: true });
  pdf.font(typeface.bold).fontSize(28).fillColor(ink.text).text(toPrintable(title), left, 168, { width, height: 110, ellipsis: true });
  pdf
    .font(typeface.regular)
    .fontSize(13)
    .fillColor(colors.text)
    .text(`${standard} · ${toPrintable(code)}`, left, pdf.y + 10, { width });
  let y = pdf.y + 24;
  for (const [name, value] of facts) {
    pdf
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.6)
      .strokeColor(colors.rule)
      .stroke();
    pdf
      .font(typeface.bold)
      .fontSize(10)
      .fillColor(colors.faint)
      .text(name, left, y + 7, { width: labelWidth, lineBreak: false });
    pdf.font(typeface.regular).fillColor(colors.text);
    pdf.text(toPrintable(value), left + labelWidth, y + 7, { width: width - labelWidth, height: 13, ellipsis: true });
    y += 27;
  }
}

function nodesOf({ heading, blocks }: Section): RichNode[] {
  return [node('heading', [textNode(heading)], { level: 2 }), ...blocks.flatMap(blockOf)];
}

function blockOf(block: Block): RichNode[] {
  if (block.kind === 'text') return block.text.split('\n').map((line) => node('paragraph', [textNode(line)]));
  if (block.kind === 'list')
    return [
      node(
        'bulletList',
        block.items.map((item) => node('listItem', [node('paragraph', [textNode(item)])])),
      ),
    ];
  const widths = widthsOf([block.columns, ...block.rows]);
  const rowOf = (cells: readonly string[], type: string) =>
    node(
      'tableRow',
      cells.map((cell, column) => {
        const lines = cell.split('\n').map((line) => node('paragraph', [textNode(line)]));
        return node(type, lines, { colwidth: [widths[column] ?? 1] });
      }),
    );
  return [node('table', [rowOf(block.columns, 'tableHeader'), ...block.rows.map((row) => rowOf(row, 'tableCell'))])];
}

/** Estimated widths, in points, of a letter, the padding of a cell, and a line of text. */
const points = { letter: 5.8, padding: 14, line: 480 } as const;

/** Makes each column as wide as its longest word, and distributes the remaining width by the length of the contents. */
function widthsOf(rows: readonly (readonly string[])[]): number[] {
  const columns = (rows[0] ?? []).map((_cell, column) => rows.map((row) => row[column] ?? ''));
  const longestLength = (texts: readonly string[]) => Math.max(1, ...texts.map(({ length }) => length));
  const minimumWidths = columns.map(
    (cells) => Math.min(longestLength(cells.flatMap((cell) => cell.split(/\s+/))), 30) * points.letter + points.padding,
  );
  const lengths = columns.map((cells) => Math.min(longestLength(cells), 120));
  const spareWidth = Math.max(0, points.line - minimumWidths.reduce((sum, width) => sum + width, 0));
  const totalLength = lengths.reduce((sum, length) => sum + length, 0);
  return minimumWidths.map((width, column) => width + (spareWidth * (lengths[column] ?? 0)) / totalLength);
}

function node(type: string, content: readonly RichNode[], attrs: Readonly<Record<string, unknown>> = {}): RichNode {
  return { type, marks: [], attrs, content };
}
function textNode(text: string): RichNode {
  return { type: 'text', text, marks: [], attrs: {}, content: [] };
}
