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

/** Returns the same bytes for the same input. */
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
  const at: Layout = { ...pageLayout, ink: brandColorsOf(color) };
  const nextPage = () => void pdf.addPage();
  const lines = [...logoLines(pdf, at, logo), ...termLines(pdf, at, source)];
  renderLines(lines, at, at.top, nextPage);
  nextPage();
  renderLines(signatureLines(pdf, at, source, papers.length), at, at.top, nextPage);
  const ownPages = pdf.bufferedPageRange().count;

  const insertions: Insertion[] = [];
  for (const paper of papers) {
    const pages = await readPages(paper);
    // Always true, because each paper was checked when it was filed.
    if (pages) insertions.push({ after: ownPages - 1, pages });
  }
  const total = ownPages + insertions.reduce((sum, { pages }) => sum + pages.count, 0);
  const numberOf = (index: number) => `Page ${index + 1} of ${total}`;
  numberPages(pdf, `${letter.reference} · ${organization}`, at.margin, numberOf);
  pdf.end();
  const bytes = await buffer(pdf);
  return insertions.length ? insertPages(bytes, insertions, numberOf) : bytes;
}

function logoLines(pdf: Pdf, at: Layout, logo: Buffer | undefined): Line[] {
  if (!logo || !isDrawable(logo)) return [];
  return [
    {
      height: maxLogoSize.height + 10,
      before: 0,
      keep: true,
      draw: (y) => void pdf.image(logo, at.left, y, { fit: [maxLogoSize.width, maxLogoSize.height] }),
    },
  ];
}
