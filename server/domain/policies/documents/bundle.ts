/** Renders policies as one PDF with a cover, a table of contents, and the text or the uploaded PDF of each policy. */
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

/** @returns the PDF; the same input always produces the same bytes */
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
    info: { Title: title, Author: organization, CreationDate: creationDateOf(date) },
  });
  const layout: PageLayout = { ...pageLayout, ink: brandColorsOf(color) };
  const entries = policies.map(({ name, status }, index) => ({ name, status, destination: `policy-${index + 1}` }));
  const coverSize = cover ? reserveCover(pdf, layout, { organization, title, date, entries }) : 0;

  const starts: number[] = [];
  const insertions: Insertion[] = [];
  for (const [index, { policy, pages }] of loaded.entries()) {
    pdf.addPage();
    starts.push(lastPageIndex(pdf));
    pdf.addNamedDestination(entries[index]?.destination ?? '', 'XYZ', 0, 0, 0);
    pdf.outline.addItem(toPrintable(policy.name));
    renderLines(layOutSheet(pdf, layout, { organization, policy, pages: pages?.count }), layout, layout.top, () => pdf.addPage());
    if (pages) insertions.push({ after: lastPageIndex(pdf), pages });
  }
  if (lastPageIndex(pdf) < 0) pdf.addPage();

  /** Converts the index of a generated page to its index among all pages. */
  const finalIndexOf = (index: number) =>
    index + insertions.filter(({ after }) => after < index).reduce((sum, { pages }) => sum + pages.count, 0);
  if (cover)
    drawCover(pdf, layout, { organization, title, date, entries, numbers: starts.map((page) => finalIndexOf(page) + 1), pages: coverSize });
  const total = lastPageIndex(pdf) + 1 + insertions.reduce((sum, { pages }) => sum + pages.count, 0);
  const pageLabel = (index: number) => `Page ${index + 1} of ${total}`;
  numberPages(pdf, `${organization} · ${title}`, layout.margin, (index) => pageLabel(finalIndexOf(index)));
  pdf.end();
  const generated = await buffer(pdf);
  return insertions.length ? insertPages(generated, insertions, pageLabel) : generated;
}

function reserveCover(pdf: Pdf, layout: PageLayout, cover: Omit<Parameters<typeof drawCover>[2], 'numbers' | 'pages'>): number {
  pdf.addPage();
  const { lines, start } = contentsOf(pdf, layout, { ...cover, numbers: [] });
  const extraPages = countPages(lines, layout, start);
  for (let page = 0; page < extraPages; page += 1) pdf.addPage();
  return extraPages + 1;
}

/** @returns the index of the last added page; -1 if there is no page */
function lastPageIndex(pdf: Pdf): number {
  const { start, count } = pdf.bufferedPageRange();
  return start + count - 1;
}

/** @returns the date of the document rather than the current time, so that the same policies produce the same bytes */
function creationDateOf(date: string): Date {
  const moment = new Date(dayOf(date));
  return Number.isNaN(moment.getTime()) ? new Date(0) : moment;
}
