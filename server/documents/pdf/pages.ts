import type PDFDocument from 'pdfkit';
import { printable, typeface } from './typeface.ts';

/** Writes the foot of every page, once all are there: what it is on the left, `3 of 14` on the right. The pages have to be buffered. */
export function numberPages(pdf: InstanceType<typeof PDFDocument>, what: string, margin: number): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index);
    const { width, height, margins } = pdf.page;
    // What is written below the margin would begin another page.
    margins.bottom = 0;
    const number = `${index + 1} of ${count}`;
    pdf.font(typeface.regular).fontSize(8).fillColor('#5b6776');
    pdf.text(printable(what), margin, height - margin + 14, { lineBreak: false });
    pdf.text(number, width - margin - pdf.widthOfString(number), height - margin + 14, { lineBreak: false });
  }
}
