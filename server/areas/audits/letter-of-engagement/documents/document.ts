/** Creates the PDF of a letter: header, parties, terms and signatures (letter-of-engagement, rule 6). */
import { buffer } from 'node:stream/consumers';
import { newDocument } from '#documents/pdf/document';
import { type Line, renderLines } from '#documents/pdf/flow';
import { brandColorsOf } from '#documents/pdf/brand-colors';
import { type Insertion, readPages, insertPages } from '#documents/pdf/merge';
import { numberPages } from '#documents/pdf/pages';
import { isDrawable } from './logo.ts';
import { pageLayout, type Layout, type Pdf } from './layout.ts';
import { signatureLines } from './signatures.ts';
import type { LetterSource } from './source.ts';
import { termLines } from './terms.ts';

/** The maximum size of the logo, in points. */
const maxLogoSize = { width: 140, height: 48 } as const;

/** Creates the PDF of a letter. The same input always results in the same bytes. */
export async function createLetterPdf(source: LetterSource, logo: Buffer | undefined, papers: readonly Buffer[]): Promise<Uint8Array> {
  const { letter, organization, color } = source;
  const pdf = newDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: true,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    // Does not use the current time, so that the same letter results in the same bytes.
    info: { Title: letter.title, Author: organization, CreationDate: new Date(letter.signedAt ?? letter.sentAt ?? letter.createdAt) },
  });
  const layout: Layout = { ...pageLayout, ink: brandColorsOf(color) };
  const nextPage = () => void pdf.addPage();
  const lines = [...logoLines(pdf, layout, logo), ...termLines(pdf, layout, source)];
  renderLines(lines, layout, layout.top, nextPage);
  nextPage();
  renderLines(signatureLines(pdf, layout, source, papers.length), layout, layout.top, nextPage);
  const letterPageCount = pdf.bufferedPageRange().count;

  const insertions: Insertion[] = [];
  for (const paper of papers) {
    const pages = await readPages(paper);
    // The pages can always be read, because each paper was checked when it was filed.
    if (pages) insertions.push({ after: letterPageCount - 1, pages });
  }
  const totalPages = letterPageCount + insertions.reduce((sum, { pages }) => sum + pages.count, 0);
  const formatPageNumber = (index: number) => `Page ${index + 1} of ${totalPages}`;
  numberPages(pdf, `${letter.reference} · ${organization}`, layout.margin, formatPageNumber);
  pdf.end();
  const bytes = await buffer(pdf);
  return insertions.length ? insertPages(bytes, insertions, formatPageNumber) : bytes;
}

function logoLines(pdf: Pdf, layout: Layout, logo: Buffer | undefined): Line[] {
  if (!logo || !isDrawable(logo)) return [];
  return [
    {
      height: maxLogoSize.height + 10,
      before: 0,
      keep: true,
      draw: (y) => void pdf.image(logo, layout.left, y, { fit: [maxLogoSize.width, maxLogoSize.height] }),
    },
  ];
}
