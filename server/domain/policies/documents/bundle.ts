/** Renders policies as a PDF: a cover with a table of contents, and each policy with its text or the pages of its own PDF. */
import { buffer } from 'node:stream/consumers';
import { newDocument } from '#documents/pdf/document';
import { countPages, renderLines } from '#documents/pdf/flow';
import { brandColorsOf } from '#documents/pdf/brand-colors';
import { type Insertion, type Pages, readPages, insertPages } from '#documents/pdf/merge';
import { numberPages } from '#documents/pdf/pages';
import { toPrintable } from '#documents/pdf/typeface';
import { contentsOf, drawCover } from './cover.ts';
import { dayOf } from './labels.ts';
import { type PageLayout, pageLayout, type Pdf } from './page-layout.ts';
import { layOutSheet } from './sheet.ts';
import type { PolicyBundle, NormalizedPolicy } from './document.ts';

type Bundle = Omit<PolicyBundle, 'policies'> & { readonly policies: readonly NormalizedPolicy[] };

/** @returns the same bytes for the same input */
export async function renderBundle({ organization, color, date, title, cover, policies }: Bundle): Promise<Uint8Array> {
  const loaded: { readonly policy: NormalizedPolicy; readonly pages: Pages | undefined }[] = [];
  for (const policy of policies) loaded.push({ policy, pages: policy.pdf ? await readPages(policy.pdf) : undefined });

  const pdf = newDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: organization, CreationDate: momentOf(date) },
  });
  const at: PageLayout = { ...pageLayout, ink: brandColorsOf(color) };
  const entries = policies.map(({ name, status }, index) => ({ name, status, destination: `policy-${index + 1}` }));
  const coverPages = cover ? reserveCover(pdf, at, { organization, title, date, entries }) : 0;

  const starts: number[] = [];
  const insertions: Insertion[] = [];
  for (const [index, { policy, pages }] of loaded.entries()) {
    pdf.addPage();
    starts.push(lastPage(pdf));
    pdf.addNamedDestination(entries[index]?.destination ?? '', 'XYZ', 0, 0, 0);
    pdf.outline.addItem(toPrintable(policy.name));
    renderLines(layOutSheet(pdf, at, { organization, policy, pages: pages?.count }), at, at.top, () => pdf.addPage());
    if (pages) insertions.push({ after: lastPage(pdf), pages });
  }
  if (lastPage(pdf) < 0) pdf.addPage();

  /** Converts the index of a generated page to its index among all pages. */
  const finalIndexOf = (own: number) =>
    own + insertions.filter(({ after }) => after < own).reduce((sum, { pages }) => sum + pages.count, 0);
  if (cover)
    drawCover(pdf, at, { organization, title, date, entries, numbers: starts.map((own) => finalIndexOf(own) + 1), pages: coverPages });
  const total = lastPage(pdf) + 1 + insertions.reduce((sum, { pages }) => sum + pages.count, 0);
  const numberOf = (index: number) => `Page ${index + 1} of ${total}`;
  numberPages(pdf, `${organization} · ${title}`, at.margin, (own) => numberOf(finalIndexOf(own)));
  pdf.end();
  const own = await buffer(pdf);
  return insertions.length ? insertPages(own, insertions, numberOf) : own;
}

function reserveCover(pdf: Pdf, at: PageLayout, cover: Omit<Parameters<typeof drawCover>[2], 'numbers' | 'pages'>): number {
  pdf.addPage();
  const { lines, start } = contentsOf(pdf, at, { ...cover, numbers: [] });
  const more = countPages(lines, at, start);
  for (let page = 0; page < more; page += 1) pdf.addPage();
  return more + 1;
}

/** Index of the last added page. */
function lastPage(pdf: Pdf): number {
  const { start, count } = pdf.bufferedPageRange();
  return start + count - 1;
}

/** The date of the document instead of the current time, so that the same policies produce the same bytes. */
function momentOf(date: string): Date {
  const moment = new Date(dayOf(date));
  return Number.isNaN(moment.getTime()) ? new Date(0) : moment;
}
