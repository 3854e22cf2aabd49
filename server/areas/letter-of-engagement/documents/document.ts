/** A letter on pages: head, parties, terms and signatures (spec/areas/letter-of-engagement, rule 6). */
import { buffer } from 'node:stream/consumers';
import { newDocument } from '../../../documents/pdf/document.ts';
import { type Line, pour } from '../../../documents/pdf/flow.ts';
import { inkOf } from '../../../documents/pdf/ink.ts';
import { type Insertion, pagesIn, withInserted } from '../../../documents/pdf/merge.ts';
import { numberPages } from '../../../documents/pdf/pages.ts';
import { isDrawable } from './logo.ts';
import { place, type Place, type Pdf } from './place.ts';
import { signatureLines } from './signatures.ts';
import type { LetterSource } from './source.ts';
import { termLines } from './terms.ts';

/** Most of the logo, in points. */
const logoRoom = { width: 140, height: 48 } as const;

/** @returns the same bytes for the same input */
export async function documentOf(source: LetterSource, logo: Buffer | undefined, papers: readonly Buffer[]): Promise<Uint8Array> {
  const { letter, organization, color } = source;
  const pdf = newDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: true,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    // Not the time of the clock, so that the same letter has the same bytes.
    info: { Title: letter.title, Author: organization, CreationDate: new Date(letter.signedAt ?? letter.sentAt ?? letter.createdAt) },
  });
  const at: Place = { ...place, ink: inkOf(color) };
  const nextPage = () => void pdf.addPage();
  const lines = [...logoLines(pdf, at, logo), ...termLines(pdf, at, source)];
  pour(lines, at, at.top, nextPage);
  nextPage();
  pour(signatureLines(pdf, at, source, papers.length), at, at.top, nextPage);
  const own = pdf.bufferedPageRange().count;

  const insertions: Insertion[] = [];
  for (const paper of papers) {
    const pages = await pagesIn(paper);
    // Each was read when it was filed.
    if (pages) insertions.push({ after: own - 1, pages });
  }
  const total = own + insertions.reduce((sum, { pages }) => sum + pages.count, 0);
  const numberOf = (index: number) => `Page ${index + 1} of ${total}`;
  numberPages(pdf, `${letter.reference} · ${organization}`, at.margin, numberOf);
  pdf.end();
  const bytes = await buffer(pdf);
  return insertions.length ? withInserted(bytes, insertions, numberOf) : bytes;
}

function logoLines(pdf: Pdf, at: Place, logo: Buffer | undefined): Line[] {
  if (!logo || !isDrawable(logo)) return [];
  return [
    {
      height: logoRoom.height + 10,
      before: 0,
      keep: true,
      draw: (y) => void pdf.image(logo, at.left, y, { fit: [logoRoom.width, logoRoom.height] }),
    },
  ];
}
