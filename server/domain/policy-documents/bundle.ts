/** Policies on pages: a cover with the contents, and of each policy a sheet with its text or its own pages. */
import { buffer } from 'node:stream/consumers';
import { newDocument } from '../../documents/pdf/document.ts';
import { pagesBegun, pour } from '../../documents/pdf/flow.ts';
import { inkOf } from '../../documents/pdf/ink.ts';
import { type Insertion, type Pages, pagesIn, withInserted } from '../../documents/pdf/merge.ts';
import { numberPages } from '../../documents/pdf/pages.ts';
import { printable } from '../../documents/pdf/typeface.ts';
import { contentsOf, drawCover } from './cover.ts';
import { dayOf } from './labels.ts';
import { type Place, place, type Pdf } from './place.ts';
import { sheetOf } from './sheet.ts';
import type { PolicyBundle, SetPolicy } from './document.ts';

type Bundle = Omit<PolicyBundle, 'policies'> & { readonly policies: readonly SetPolicy[] };

/** @returns the same bytes for the same input */
export async function bundleOf({ organization, color, date, title, cover, policies }: Bundle): Promise<Uint8Array> {
  const read: { readonly policy: SetPolicy; readonly pages: Pages | undefined }[] = [];
  for (const policy of policies) read.push({ policy, pages: policy.pdf ? await pagesIn(policy.pdf) : undefined });

  const pdf = newDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: organization, CreationDate: momentOf(date) },
  });
  const at: Place = { ...place, ink: inkOf(color) };
  const entries = policies.map(({ name, status }, index) => ({ name, status, destination: `policy-${index + 1}` }));
  const coverPages = cover ? reserveCover(pdf, at, { organization, title, date, entries }) : 0;

  const starts: number[] = [];
  const insertions: Insertion[] = [];
  for (const [index, { policy, pages }] of read.entries()) {
    pdf.addPage();
    starts.push(lastPage(pdf));
    pdf.addNamedDestination(entries[index]?.destination ?? '', 'XYZ', 0, 0, 0);
    pdf.outline.addItem(printable(policy.name));
    pour(sheetOf(pdf, at, { organization, policy, pages: pages?.count }), at, at.top, () => pdf.addPage());
    if (pages) insertions.push({ after: lastPage(pdf), pages });
  }
  if (lastPage(pdf) < 0) pdf.addPage();

  /** Index among all pages, of a page of ours. */
  const finalOf = (own: number) => own + insertions.filter(({ after }) => after < own).reduce((sum, { pages }) => sum + pages.count, 0);
  if (cover) drawCover(pdf, at, { organization, title, date, entries, numbers: starts.map((own) => finalOf(own) + 1), pages: coverPages });
  const total = lastPage(pdf) + 1 + insertions.reduce((sum, { pages }) => sum + pages.count, 0);
  const numberOf = (index: number) => `Page ${index + 1} of ${total}`;
  numberPages(pdf, `${organization} · ${title}`, at.margin, (own) => numberOf(finalOf(own)));
  pdf.end();
  const own = await buffer(pdf);
  return insertions.length ? withInserted(own, insertions, numberOf) : own;
}

function reserveCover(pdf: Pdf, at: Place, cover: Omit<Parameters<typeof drawCover>[2], 'numbers' | 'pages'>): number {
  pdf.addPage();
  const { lines, start } = contentsOf(pdf, at, { ...cover, numbers: [] });
  const more = pagesBegun(lines, at, start);
  for (let page = 0; page < more; page += 1) pdf.addPage();
  return more + 1;
}

/** Index of the page that was added last. */
function lastPage(pdf: Pdf): number {
  const { start, count } = pdf.bufferedPageRange();
  return start + count - 1;
}

/** Not the time of the clock, so that the same policies make the same document. */
function momentOf(date: string): Date {
  const moment = new Date(dayOf(date));
  return Number.isNaN(moment.getTime()) ? new Date(0) : moment;
}
