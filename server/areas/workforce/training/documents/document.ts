/** Creates the PDF of a certificate (training, rule 8). */
import { buffer } from 'node:stream/consumers';
import { newDocument } from '#documents/pdf/document';
import { truncateToWidth } from '#documents/pdf/pages';
import { isPrintable, toPrintable, typeface } from '#documents/pdf/typeface';
import { type Certificate, dateInWords } from '../rules/certificate.ts';

const margin = 36;
const colors = { dark: '#1f3a5f', text: '#1c2530', faint: '#5b6776', rule: '#b8c4d4' } as const;

export function createCertificatePdf({ title, member, email, organization, completedAt, number }: Certificate): Promise<Buffer> {
  const pdf = newDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    lang: 'en',
    displayTitle: true,
    // The date of completion is used instead of the current time, so that the same certificate always has the same bytes.
    info: { Title: `${title}: ${member}`, Author: organization, CreationDate: new Date(completedAt) },
  });
  const { width, height } = pdf.page;
  const textWidth = width - 4 * margin;
  const writeLine = (text: string, y: number, size: number, color: string, font: string = typeface.regular) => {
    pdf.font(font).fontSize(size).fillColor(color);
    const shortenedText = truncateToWidth(pdf, toPrintable(text), textWidth);
    pdf.text(shortenedText, (width - pdf.widthOfString(shortenedText)) / 2, y, { lineBreak: false });
  };
  pdf
    .rect(margin, margin, width - 2 * margin, height - 2 * margin)
    .lineWidth(2)
    .strokeColor(colors.dark)
    .stroke();
  pdf
    .rect(margin + 6, margin + 6, width - 2 * margin - 12, height - 2 * margin - 12)
    .lineWidth(0.5)
    .strokeColor(colors.rule)
    .stroke();
  writeLine('Certificate of completion', 96, 36, colors.dark, typeface.bold);
  writeLine(title, 150, 18, colors.faint);
  writeLine('This certifies that', 212, 13, colors.faint);
  writeLine(isPrintable(member) ? member : email || member, 236, 30, colors.text, typeface.bold);
  pdf
    .moveTo(width / 2 - 180, 282)
    .lineTo(width / 2 + 180, 282)
    .lineWidth(1)
    .strokeColor(colors.rule)
    .stroke();
  writeLine(`of ${organization}`, 294, 16, colors.text);
  writeLine('has completed all modules of the training on', 330, 13, colors.faint);
  writeLine(dateInWords(completedAt), 354, 18, colors.text, typeface.bold);
  writeLine(`Issued by ${organization}`, 426, 12, colors.text);
  writeLine(`Certificate number ${number}`, 448, 10, colors.faint);
  pdf.end();
  return buffer(pdf);
}
