/** The PDF of a statement of applicability: a title page, the table of controls, and the approval. */
import { buffer } from 'node:stream/consumers';
import type PDFDocument from 'pdfkit';
import { newDocument } from '#documents/pdf/document';
import { numberPages } from '#documents/pdf/pages';
import { type Column, drawTable } from '#documents/pdf/table';
import { toPrintable, typeface } from '#documents/pdf/typeface';
import type { StatedControl, Statement } from '../rules/statement.ts';

type Pdf = InstanceType<typeof PDFDocument>;

const margin = 48;
const colors = { dark: '#1f3a5f', text: '#1c2530', faint: '#5b6776', rule: '#d5dce6' } as const;
/** The columns are 746 points wide in total, which is A4 landscape without the margins. */
const columns: readonly Column[] = [
  { title: 'No.', width: 44, bold: true },
  { title: 'Control', width: 100, bold: true },
  { title: 'Objective', width: 160 },
  { title: 'Applicable', width: 62 },
  { title: 'Justification', width: 180 },
  { title: 'Implementation', width: 76 },
  { title: 'Controls and policies', width: 124 },
];
/** The headings of the table, by the prefix of the control numbers below them. */
const themes = {
  'A.5.': 'Organizational controls',
  'A.6.': 'People controls',
  'A.7.': 'Physical controls',
  'A.8.': 'Technological controls',
};
const width = columns.reduce((sum, column) => sum + column.width, 0);

export function createSoaPdf(statement: Statement): Promise<Buffer> {
  const { organization, framework, version, controls } = statement;
  const title = `Statement of Applicability, ${framework}, v${version}`;
  const pdf = newDocument({
    size: 'A4',
    layout: 'landscape',
    margin,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: organization },
  });
  drawTitle(pdf, statement);
  const bottom = pdf.page.height - margin;
  const end = drawTable(pdf, { left: margin, top: margin, bottom }, columns, ...rowsOf(controls));
  drawApproval(pdf, statement, end, bottom);
  numberPages(pdf, `${organization} · ${title}`, margin);
  pdf.end();
  return buffer(pdf);
}

/** @returns the rows of the table with a heading for each theme, and the indexes of the rows that are headings */
function rowsOf(controls: readonly StatedControl[]): [rows: string[][], headings: ReadonlySet<number>] {
  const toCells = ({ controlNumber, title, objective, applicable, justification, status, evidence }: StatedControl) => [
    controlNumber,
    title,
    objective,
    applicable,
    justification,
    status,
    evidence,
  ];
  const rows: string[][] = [];
  const headings = new Set<number>();
  for (const [prefix, heading] of Object.entries(themes)) {
    const controlsOfTheme = controls.filter(({ controlNumber }) => controlNumber.startsWith(prefix));
    if (!controlsOfTheme.length) continue;
    headings.add(rows.length);
    rows.push([prefix.slice(2, 3), heading, '', '', '', '', ''], ...controlsOfTheme.map(toCells));
  }
  const otherControls = controls.filter(({ controlNumber }) => !Object.keys(themes).some((prefix) => controlNumber.startsWith(prefix)));
  return [[...rows, ...otherControls.map(toCells)], headings];
}

function drawTitle(pdf: Pdf, { organization, framework, facts }: Statement) {
  pdf.rect(0, 0, pdf.page.width, 12).fill(colors.dark);
  pdf
    .font(typeface.regular)
    .fontSize(14)
    .fillColor(colors.faint)
    .text(toPrintable(organization), margin, 96, { width, height: 36, ellipsis: true });
  pdf.font(typeface.bold).fontSize(34).fillColor(colors.dark).text('Statement of Applicability', margin, 136);
  pdf.font(typeface.regular).fontSize(18).fillColor(colors.text).text(toPrintable(framework), margin, 182, { width });
  pdf
    .moveTo(margin, 222)
    .lineTo(margin + width, 222)
    .lineWidth(1)
    .strokeColor(colors.rule)
    .stroke();
  for (const [index, [label, value]] of facts.entries()) {
    const y = 246 + index * 26;
    pdf.font(typeface.bold).fontSize(11).fillColor(colors.faint).text(`${label}: `, margin, y, { width: 130, lineBreak: false });
    pdf
      .font(typeface.regular)
      .fillColor(colors.text)
      .text(toPrintable(value), margin + 130, y, { width: width - 130, height: 14, ellipsis: true });
  }
}

/** Draws the approval on one page. @param end the y position where the table ends */
function drawApproval(
  pdf: Pdf,
  { approval: { by: approver, on: approvalDate }, framework, version }: Statement,
  end: number,
  bottom: number,
) {
  const height = 92;
  const fitsOnPage = end + 24 + height <= bottom;
  if (!fitsOnPage) pdf.addPage();
  const top = fitsOnPage ? end + 24 : margin;
  pdf.roundedRect(margin, top, width, height, 4).lineWidth(1).strokeColor(colors.dark).stroke();
  pdf
    .font(typeface.bold)
    .fontSize(12)
    .fillColor(colors.dark)
    .text('Approval', margin + 16, top + 14);
  pdf.font(typeface.regular).fontSize(10).fillColor(colors.text);
  pdf.text(toPrintable(`Version ${version} of this statement for ${framework} was approved.`), margin + 16, top + 36, {
    width: width - 32,
    height: 12,
    ellipsis: true,
  });
  pdf.text(toPrintable(`Approver: ${approver}`), margin + 16, top + 54, { width: width - 32, height: 12, ellipsis: true });
  pdf.text(`Approved on: ${approvalDate}`, margin + 16, top + 70, { lineBreak: false });
}
