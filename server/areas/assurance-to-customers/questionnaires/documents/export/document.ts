import { buffer } from 'node:stream/consumers';
import { newDocument } from '#documents/pdf/document';
import { numberPages } from '#documents/pdf/pages';
import { isPrintable, toPrintable, typeface, unprintableNote } from '#documents/pdf/typeface';
import type { Content } from './content.ts';

const margin = 56;
const colors = { dark: '#1f3a5f', text: '#1c2530', faint: '#5b6776' } as const;

/** Creates a PDF with a title, both companies, the date, and all questions with their answers and sources, grouped by section. */
export function createPdf(content: Content): Promise<Buffer> {
  const { title, company, customer, date, entries } = content;
  const pdf = newDocument({ size: 'A4', margin, bufferPages: true, lang: 'en', displayTitle: true, info: { Title: title } });
  pdf.font(typeface.bold).fontSize(20).fillColor(colors.dark).text(toPrintable(title));
  pdf
    .moveDown(0.3)
    .font(typeface.regular)
    .fontSize(10)
    .fillColor(colors.faint)
    .text(toPrintable(`Answered by ${company}`));
  if (customer !== null) pdf.text(toPrintable(`Asked by ${customer}`));
  pdf.text(date);
  if (!listTexts(content).every(isPrintable)) pdf.text(`${unprintableNote} The workbook and the CSV file have them.`);
  pdf.moveDown(1.5);
  let heading: string | null = null;
  for (const [index, { reference, section, question, answer, sources }] of entries.entries()) {
    // Keeps a question with its answer, and a heading with its first question, on one page.
    if (pdf.y > pdf.page.height - margin - (section === heading ? 60 : 90)) pdf.addPage();
    if (section !== null && section !== heading)
      pdf.font(typeface.bold).fontSize(14).fillColor(colors.dark).text(toPrintable(section)).moveDown(0.5);
    heading = section;
    pdf
      .font(typeface.bold)
      .fontSize(11)
      .fillColor(colors.text)
      .text(toPrintable(`${index + 1}. ${reference === null || question.includes(reference) ? '' : `[${reference}] `}${question}`));
    pdf
      .moveDown(0.3)
      .font(typeface.regular)
      .fontSize(10.5)
      .fillColor(answer === null ? colors.faint : colors.text)
      .text(toPrintable(answer ?? 'No answer provided'));
    if (answer !== null && sources.length)
      pdf
        .moveDown(0.2)
        .fontSize(9)
        .fillColor(colors.faint)
        .text(toPrintable(`Sources: ${sources.join('; ')}`));
    pdf.moveDown(1);
  }
  numberPages(pdf, title, margin);
  pdf.end();
  return buffer(pdf);
}

function listTexts({ title, company, customer, entries }: Content): string[] {
  const entryTexts = entries.flatMap(({ reference, section, question, answer, sources }) => [
    reference,
    section,
    question,
    answer,
    ...sources,
  ]);
  return [title, company, customer, ...entryTexts].flatMap((text) => text ?? []);
}
