/** Draws the cover with the name of the organization and a table of contents. */
import type { Line } from '#documents/pdf/flow';
import { renderLines } from '#documents/pdf/flow';
import { breakRuns, drawRuns, measurerOf } from '#documents/pdf/runs';
import { toPrintable } from '#documents/pdf/typeface';
import { dayOf, statusLabel } from './labels.ts';
import { colors, type Pdf, type PageLayout } from './page-layout.ts';

interface Contents {
  readonly organization: string;
  readonly title: string;
  readonly date: string;
  readonly entries: readonly { readonly name: string; readonly status: string; readonly destination: string }[];
  /** The page numbers on which the policies start. */
  readonly numbers: readonly number[];
}

/** Font sizes and distances in the colored band, in points. */
const band = { top: 74, name: 13, title: 28, lead: 36, small: 10.5, below: 34 } as const;
/** Longer titles are cut, so that the table of contents has room below the colored band. */
const maxTitleLines = 5;
/** Sizes of an entry in the table of contents, in points. `status` and `number` are column widths. */
const entry = { size: 10, leading: 14, padding: 5, status: 96, number: 40 } as const;

/** Draws the cover on existing pages. @param cover its `pages` is the number of pages that `contentsOf` needs */
export function drawCover(pdf: Pdf, layout: PageLayout, cover: Contents & { readonly pages: number }): void {
  pdf.switchToPage(0);
  const { organization, date, entries } = cover;
  const { height, title } = bandOf(pdf, layout, cover);
  pdf.rect(0, 0, layout.page.width, height).fill(layout.ink.fill);
  // This line marks the edge of the band, which would be invisible with a very light color.
  pdf.rect(0, height - 3, layout.page.width, 3).fill(layout.ink.text);
  const write = (text: string, baseline: number, size: number, bold: boolean) =>
    drawRuns(pdf, [{ text, style: { bold } }], layout.left, baseline, {
      size,
      color: layout.ink.onFill,
      accent: layout.ink.onFill,
      widthOf: measurerOf(pdf, size),
    });
  for (const [index, line] of nameLines(pdf, layout, organization).entries()) write(line, band.top + index * 18, band.name, false);
  for (const [index, line] of title.entries())
    write(line, height - band.below - 22 - (title.length - 1 - index) * band.lead, band.title, true);
  write(
    `${toPrintable(dayOf(date))} · ${entries.length === 1 ? '1 policy' : `${entries.length} policies`}`,
    height - band.below + 6,
    band.small,
    false,
  );
  const { lines, start } = contentsOf(pdf, layout, cover);
  let page = 0;
  renderLines(lines, layout, start, () => {
    page += 1;
    pdf.switchToPage(page);
  });
}

/** @returns the lines of the table of contents, and their start position on the first page. Neither depends on the page numbers. */
export function contentsOf(pdf: Pdf, layout: PageLayout, cover: Contents): { lines: Line[]; start: number } {
  const { height } = bandOf(pdf, layout, cover);
  const { entries, numbers } = cover;
  const widthOf = measurerOf(pdf, entry.size);
  const right = layout.left + layout.width;
  const styleIn = (color: string) => ({ size: entry.size, color, accent: layout.ink.text, widthOf });
  const heading: Line = {
    height: 26,
    before: 0,
    keep: true,
    draw: (y) => {
      const size = 13;
      drawRuns(pdf, [{ text: 'Contents', style: { bold: true } }], layout.left, y + size, {
        size,
        color: layout.ink.text,
        accent: layout.ink.text,
        widthOf: measurerOf(pdf, size),
      });
    },
  };
  const lines = entries.map(({ name, status, destination }, index): Line => {
    const rows = breakRuns([{ text: toPrintable(name), style: {} }], layout.width - entry.status - entry.number, widthOf);
    const entryHeight = rows.length * entry.leading + 2 * entry.padding;
    return {
      height: entryHeight,
      before: 0,
      keep: false,
      draw: (y) => {
        const baseline = y + entry.padding + entry.size;
        for (const [line, runs] of rows.entries()) drawRuns(pdf, runs, layout.left, baseline + line * entry.leading, styleIn(colors.text));
        drawRuns(
          pdf,
          [{ text: toPrintable(statusLabel(status)), style: {} }],
          right - entry.number - entry.status + 12,
          baseline,
          styleIn(colors.faint),
        );
        const number = String(numbers[index] ?? '');
        drawRuns(pdf, [{ text: number, style: {} }], right - widthOf(number, {}), baseline, styleIn(colors.text));
        pdf
          .moveTo(layout.left, y + entryHeight)
          .lineTo(right, y + entryHeight)
          .lineWidth(0.5)
          .strokeColor(colors.rule)
          .stroke();
        pdf.goTo(layout.left, y, layout.width, entryHeight, destination);
      },
    };
  });
  return { lines: entries.length ? [heading, ...lines] : [], start: height + 34 };
}

function bandOf(
  pdf: Pdf,
  layout: PageLayout,
  { organization, title }: Pick<Contents, 'organization' | 'title'>,
): { height: number; title: string[] } {
  const lines = cutLines(wrapText(pdf, layout, title, band.title, true), maxTitleLines);
  const above = band.top + (nameLines(pdf, layout, organization).length - 1) * 18;
  return { height: above + 40 + lines.length * band.lead + band.below, title: lines };
}

function nameLines(pdf: Pdf, layout: PageLayout, organization: string): string[] {
  return cutLines(wrapText(pdf, layout, organization, band.name, false), 3);
}

function wrapText(pdf: Pdf, layout: PageLayout, text: string, size: number, bold: boolean): string[] {
  const runs = [{ text: toPrintable(text).replaceAll('\n', ' '), style: { bold } }];
  return breakRuns(runs, layout.width, measurerOf(pdf, size)).map((line) => line.map((run) => run.text).join(''));
}

function cutLines(lines: readonly string[], maxLines: number): string[] {
  return lines.length <= maxLines ? [...lines] : [...lines.slice(0, maxLines - 1), `${(lines[maxLines - 1] ?? '').slice(0, -1)}…`];
}
