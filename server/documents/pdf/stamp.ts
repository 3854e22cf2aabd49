/** A text that is repeated across a page, so that every part of a copy says who it was made for. */
import type PDFDocument from 'pdfkit';
import { shortened } from './pages.ts';
import { printable, typeface } from './typeface.ts';

type Pdf = InstanceType<typeof PDFDocument>;

const size = 15;
/** Between two lines, and between two texts in a line, in points. */
const gap = { lines: 120, texts: 60 } as const;

/** Draws on the page that is drawn on. @param text in any characters; what is too long is cut */
export function drawStamp(pdf: Pdf, text: string, { width, height }: { readonly width: number; readonly height: number }): void {
  pdf.save();
  pdf.font(typeface.regular).fontSize(size).fillColor('#1c2530').fillOpacity(0.13);
  const shown = shortened(pdf, printable(text), Math.max(width, height) * 0.8);
  const step = pdf.widthOfString(shown) + gap.texts;
  const reach = Math.hypot(width, height) / 2;
  pdf.translate(width / 2, height / 2).rotate(-35);
  for (let [y, line] = [-reach, 0]; y < reach; y += gap.lines, line += 1)
    for (let x = -reach - (line % 2) * (step / 2); x < reach; x += step) pdf.text(shown, x, y, { lineBreak: false });
  pdf.restore();
}
