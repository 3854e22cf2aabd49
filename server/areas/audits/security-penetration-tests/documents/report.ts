/** Creates the PDF of a report, and the pages with the organization's notes (security-penetration-tests, rule 7). */
import { buffer } from 'node:stream/consumers';
import type PDFDocument from 'pdfkit';
import { newDocument } from '#documents/pdf/document';
import { numberPages } from '#documents/pdf/pages';
import { toPrintable, typeface } from '#documents/pdf/typeface';
import { testFacts, appendixRemark, appendixTitle, factsOf, sections, type ReportContent, type StatedNote } from '../rules/report.ts';

type Pdf = InstanceType<typeof PDFDocument>;

const margin = 56;
const colors = { dark: '#1f3a5f', text: '#1c2530', faint: '#5b6776', rule: '#d5dce6' } as const;

export function createReportPdf(content: ReportContent): Promise<Buffer> {
  const { targetUrl, method, completedAt, issues } = content;
  const title = `Penetration test of ${targetUrl}`;
  const pdf = beginDocument(title, completedAt);
  write(pdf, 'Penetration test', { size: 28, color: colors.dark, font: typeface.bold, after: 6 });
  write(pdf, targetUrl, { size: 13, color: colors.faint, after: 18 });
  write(pdf, method, { after: 14 });
  for (const [name, value] of testFacts(content)) write(pdf, `${name}: ${value}`, { size: 10, after: 3 });
  writeHeading(pdf, 'Issues');
  if (!issues.length) write(pdf, 'No issue was found.', {});
  for (const issue of issues) {
    const name = [issue.findingId, issue.title].filter((word) => word !== null).join(': ');
    writeSubheading(pdf, name);
    write(pdf, factsOf(issue), { size: 9, color: colors.faint, after: 6 });
    for (const [label, field] of sections) {
      const text = issue[field];
      if (text === null) continue;
      write(pdf, label, { size: 9, font: typeface.bold, after: 1 });
      write(pdf, text, { after: 6 });
    }
  }
  return finishDocument(pdf, title);
}

export function createNotesPdf(targetUrl: string, notes: readonly StatedNote[]): Promise<Buffer> {
  const lastUpdate = notes.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), new Date(0).toISOString());
  const title = `${appendixTitle} on ${targetUrl}`;
  const pdf = beginDocument(title, lastUpdate);
  write(pdf, appendixTitle, { size: 20, color: colors.dark, font: typeface.bold, after: 8 });
  write(pdf, appendixRemark, { after: 12 });
  for (const { issueTitle, context, updatedAt } of notes) {
    writeSubheading(pdf, issueTitle);
    write(pdf, updatedAt.slice(0, 10), { size: 9, color: colors.faint, after: 4 });
    write(pdf, context, { after: 6 });
  }
  return finishDocument(pdf, title);
}

/** @param createdAt the creation time of the document, passed in so that the same report results in the same bytes */
function beginDocument(title: string, createdAt: string): Pdf {
  const info = { Title: toPrintable(title), CreationDate: new Date(createdAt) };
  return newDocument({ size: 'A4', margin, bufferPages: true, lang: 'en', displayTitle: true, info });
}

function finishDocument(pdf: Pdf, title: string): Promise<Buffer> {
  numberPages(pdf, title, margin);
  pdf.end();
  return buffer(pdf);
}

interface TextStyle {
  readonly size?: number;
  readonly color?: string;
  readonly font?: string;
  readonly after?: number;
}

function write(pdf: Pdf, text: string, { size = 10.5, color = colors.text, font = typeface.regular, after = 8 }: TextStyle) {
  pdf.font(font).fontSize(size).fillColor(color);
  pdf.text(toPrintable(text), margin, pdf.y, { width: pdf.page.width - 2 * margin });
  pdf.y += after;
}

function writeHeading(pdf: Pdf, text: string) {
  pdf.y += 12;
  write(pdf, text, { size: 16, color: colors.dark, font: typeface.bold, after: 6 });
}

/** Starts a new page if there is little space left, so that a subheading stays with the text after it. */
function writeSubheading(pdf: Pdf, text: string) {
  if (pdf.y > pdf.page.height - margin - 90) pdf.addPage();
  pdf.y += 6;
  write(pdf, text, { size: 12.5, color: colors.dark, font: typeface.bold, after: 3 });
}
