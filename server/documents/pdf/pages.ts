import type PDFDocument from 'pdfkit';
import { toPrintable, typeface } from './typeface.ts';

type Pdf = InstanceType<typeof PDFDocument>;

/**
 * Writes the footer of every page when all are complete: the title on the left, `3 of 14` on the right. Requires buffered pages.
 * @param numberOf the label of a page, by its index and the number of pages
 */
export function numberPages(
  pdf: Pdf,
  what: string,
  margin: number,
  numberOf: (index: number, count: number) => string = (index, count) => `${index + 1} of ${count}`,
): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index);
    const { width, height, margins } = pdf.page;
    // Otherwise text below the margin would start another page.
    margins.bottom = 0;
    const number = numberOf(index, count);
    pdf.font(typeface.regular).fontSize(8).fillColor('#5b6776');
    const right = width - margin - pdf.widthOfString(number);
    pdf.text(truncateToWidth(pdf, toPrintable(what), right - margin - 12), margin, height - margin + 14, { lineBreak: false });
    pdf.text(number, right, height - margin + 14, { lineBreak: false });
  }
}

/** @returns the text cut to one line of the current font, with an ellipsis if it is too long */
export function truncateToWidth(pdf: Pdf, text: string, room: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (pdf.widthOfString(line) <= room) return line;
  const characters = [...line];
  let [fits, fails] = [0, characters.length];
  while (fits + 1 < fails) {
    const middle = Math.floor((fits + fails) / 2);
    if (pdf.widthOfString(`${characters.slice(0, middle).join('')}…`) <= room) fits = middle;
    else fails = middle;
  }
  return `${characters.slice(0, fits).join('').trimEnd()}…`;
}
