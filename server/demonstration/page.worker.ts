/** Creates a PDF with one page, a title and a list, in a worker. */
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { splitBytes, type Work } from '#platform/workers/work';

const page: Work<{ readonly title: string; readonly items: readonly string[] }, never> = async ({ title, items }) => {
  const document = new PDFDocument({ size: 'A4', margin: 72, info: { Title: title } });
  document
    .fontSize(18)
    .text(title)
    .moveDown()
    .fontSize(11)
    .list([...items]);
  document.end();
  return splitBytes(await buffer(document));
};

export default page;
