/** Writes page numbers and truncates text in generated PDFs. */
import type PDFDocument from 'pdfkit';
import { toPrintable, typeface } from './typeface.ts';

type Pdf = InstanceType<typeof PDFDocument>;

/**
 * Writes the footer of every page, with the title on the left and `3 of 14` on the right. Call it after the last page is complete. Requires
 * buffered pages. @param title the text on the left
 * @param numberOf returns the label of a page for its index and the number of pages
 */
export function numberPages(
  pdf: Pdf,
  title: string,
  margin: number,
  numberOf: (index: number, count: number) => string = (index, count) => `${index + 1} of ${count}`,
): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index);
    const { width, height, margins } = pdf.page;
    // With a bottom margin, text below the margin would start another page.
    margins.bottom = 0;
    const number = numberOf(index, count);
    pdf.font(typeface.regular).fontSize(8).fillColor('#5b6776');
    const right = width - margin - pdf.widthOfString(number);
    pdf.text(truncateToWidth(pdf, toPrintable(title), right - margin - 12), margin, height - margin + 14, { lineBreak: false });
    pdf.text(number, right, height - margin + 14, { lineBreak: false });
  }
}

/** @returns the text cut to one line of the current font, with an ellipsis if it is too long */
export function truncateToWidth(pdf: Pdf, text: string, maxWidth: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (pdf.widthOfString(line) <= maxWidth) return line;
  const characters = [...line];
  let [fits, fails] = [0, characters.length];
  while (fits + 1 < fails) {
    const middle = Math.floor((fits + fails) / 2);
    if (pdf.widthOfString(`${characters.slice(0, middle).join('')}…`) <= maxWidth) fits = middle;
    else fails = middle;
  }
  return `${characters.slice(0, fits).join('').trimEnd()}…`;
}
