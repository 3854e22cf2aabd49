import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { numberPages } from '../../../../documents/pdf/pages.ts';
import { printable, typeface } from '../../../../documents/pdf/typeface.ts';
import type { Content } from './content.ts';

const margin = 56;
const colors = { dark: '#1f3a5f', text: '#1c2530', faint: '#5b6776' } as const;

/** Title, date, and question after question with its answer. */
export function documentOf({ title, date, entries }: Content): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4', margin, bufferPages: true, lang: 'en', displayTitle: true, info: { Title: title } });
  pdf.font(typeface.bold).fontSize(20).fillColor(colors.dark).text(printable(title));
  pdf.moveDown(0.3).font(typeface.regular).fontSize(10).fillColor(colors.faint).text(date).moveDown(1.5);
  for (const [index, { question, answer }] of entries.entries()) {
    // A question does not stand at the foot of a page without its answer.
    if (pdf.y > pdf.page.height - margin - 60) pdf.addPage();
    pdf
      .font(typeface.bold)
      .fontSize(11)
      .fillColor(colors.text)
      .text(printable(`${index + 1}. ${question}`));
    pdf
      .moveDown(0.3)
      .font(typeface.regular)
      .fontSize(10.5)
      .fillColor(answer === null ? colors.faint : colors.text)
      .text(printable(answer ?? 'No answer provided'))
      .moveDown(1);
  }
  numberPages(pdf, title, margin);
  pdf.end();
  return buffer(pdf);
}
