import { buffer } from 'node:stream/consumers';
import { newDocument } from '#documents/pdf/document';
import { isPrintable, toPrintable, typeface } from '#documents/pdf/typeface';
import type { Style } from './fit-text.ts';
import { box, margin, padding, type Picture, styles } from './layout.ts';

/** The maximum length of a side of a PDF page, in points. */
const maxSide = 14_400;
const colors = { dark: '#1f3a5f', text: '#1c2530', faint: '#5b6776', fill: '#f4f7fa' } as const;

const note = 'This document has Latin, Greek and Cyrillic letters. Other characters appear as question marks. The SVG has all characters.';

/** @returns a PDF with one page of the size of the picture, scaled down if the picture is larger than the maximum page */
export function createPdf({ title, width, height, boxes, lines }: Picture): Promise<Buffer> {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const pdf = newDocument({ size: [width * scale, height * scale], margin: 0, lang: 'en', displayTitle: true, info: { Title: title } });
  pdf.scale(scale);
  const write = (text: string, x: number, y: number, { weight, size }: Style, color: string) => {
    if (text !== '') pdf.font(typeface[weight]).fontSize(size).fillColor(color).text(toPrintable(text), x, y, { lineBreak: false });
  };
  write(title, margin, margin - 18, styles.heading, colors.dark);
  pdf.lineWidth(1).strokeColor(colors.faint);
  for (const { from, to } of lines) {
    const middle = (from.y + to.y) / 2;
    pdf.moveTo(from.x, from.y).lineTo(from.x, middle).lineTo(to.x, middle).lineTo(to.x, to.y).stroke();
  }
  for (const { x, y, name, title: role, department, isVacant } of boxes) {
    pdf.roundedRect(x, y, box.width, box.height, 6);
    if (isVacant) pdf.dash(4, { space: 3 });
    pdf.fillAndStroke(colors.fill, colors.dark);
    if (isVacant) pdf.undash();
    write(name, x + padding, y + 9, styles.name, colors.text);
    write(role, x + padding, y + 28, styles.title, colors.text);
    write(department, x + padding, y + 44, styles.department, colors.faint);
  }
  const texts = [title, ...boxes.flatMap((person) => [person.name, person.title, person.department])];
  if (!texts.every(isPrintable))
    pdf
      .font(typeface.regular)
      .fontSize(8)
      .fillColor(colors.faint)
      .text(note, margin, height - margin + 8, { width: width - 2 * margin, height: margin - 8 });
  pdf.end();
  return buffer(pdf);
}
