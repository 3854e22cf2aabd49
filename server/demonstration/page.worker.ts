/** The work of a worker: a PDF of one page, with a title and a list. */
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { piecesOf, type Work } from '../platform/workers/work.ts';

const page: Work<{ readonly title: string; readonly items: readonly string[] }, never> = async ({ title, items }) => {
  const document = new PDFDocument({ size: 'A4', margin: 72, info: { Title: title } });
  document
    .fontSize(18)
    .text(title)
    .moveDown()
    .fontSize(11)
    .list([...items]);
  document.end();
  return piecesOf(await buffer(document));
};

export default page;
