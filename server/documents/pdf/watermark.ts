/** Draws a watermark text repeatedly across a page, so that every part of a copy shows for whom it was made. */
import type PDFDocument from 'pdfkit';
import { truncateToWidth } from './pages.ts';
import { toPrintable, typeface } from './typeface.ts';

type Pdf = InstanceType<typeof PDFDocument>;

const size = 15;
/** The distance between lines, and between texts in a line, in points. */
const gap = { lines: 120, texts: 60 } as const;

/** Draws on the current page. @param text a text with any characters, which is cut if it is too long */
export function drawWatermark(pdf: Pdf, text: string, { width, height }: { readonly width: number; readonly height: number }): void {
  pdf.save();
  pdf.font(typeface.regular).fontSize(size).fillColor('#1c2530').fillOpacity(0.13);
  const cutText = truncateToWidth(pdf, toPrintable(text), Math.max(width, height) * 0.8);
  const step = pdf.widthOfString(cutText) + gap.texts;
  const reach = Math.hypot(width, height) / 2;
  pdf.translate(width / 2, height / 2).rotate(-35);
  for (let [y, line] = [-reach, 0]; y < reach; y += gap.lines, line += 1)
    for (let x = -reach - (line % 2) * (step / 2); x < reach; x += step) pdf.text(cutText, x, y, { lineBreak: false });
  pdf.restore();
}
