import type PDFDocument from 'pdfkit';
import { printable, typeface } from './typeface.ts';

type Pdf = InstanceType<typeof PDFDocument>;

/**
 * Writes the foot of every page, once all are there: what it is on the left, `3 of 14` on the right. The pages have to be buffered.
 * @param numberOf a page, where it is called otherwise, by its index and the number of pages
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
    // What is written below the margin would begin another page.
    margins.bottom = 0;
    const number = numberOf(index, count);
    pdf.font(typeface.regular).fontSize(8).fillColor('#5b6776');
    const right = width - margin - pdf.widthOfString(number);
    pdf.text(shortened(pdf, printable(what), right - margin - 12), margin, height - margin + 14, { lineBreak: false });
    pdf.text(number, right, height - margin + 14, { lineBreak: false });
  }
}

/** @returns the text as far as it fits into one line of the font that is set, with an ellipsis where it was cut */
export function shortened(pdf: Pdf, text: string, room: number): string {
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
