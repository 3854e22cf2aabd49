import PDFDocument from 'pdfkit';
import { fontBytes, typeface } from './typeface.ts';

/** @returns a new PDF document with the fonts of `typeface` registered */
export function newDocument(options: PDFKit.PDFDocumentOptions): InstanceType<typeof PDFDocument> {
  const pdf = new PDFDocument(options);
  for (const name of Object.values(typeface)) pdf.registerFont(name, fontBytes(name));
  return pdf;
}
