import PDFDocument from 'pdfkit';
import { fontBytes, typeface } from './typeface.ts';

/** @returns a new PDF that can be drawn in our fonts, by their names in `typeface` */
export function newDocument(options: PDFKit.PDFDocumentOptions): InstanceType<typeof PDFDocument> {
  const pdf = new PDFDocument(options);
  for (const name of Object.values(typeface)) pdf.registerFont(name, fontBytes(name));
  return pdf;
}
