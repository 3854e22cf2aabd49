/** The cover page: the organization, and a table of contents. */
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

const band = { top: 74, name: 13, title: 28, lead: 36, small: 10.5, below: 34 } as const;
/** A longer title is cut, so that the table of contents has room below the band. */
const maxTitleLines = 5;
const entry = { size: 10, leading: 14, padding: 5, status: 96, number: 40 } as const;

/** Draws on existing pages. @param pages the number of pages that `contentsOf` needs */
export function drawCover(pdf: Pdf, at: PageLayout, cover: Contents & { readonly pages: number }): void {
  pdf.switchToPage(0);
  const { organization, date, entries } = cover;
  const { height, title } = bandOf(pdf, at, cover);
  pdf.rect(0, 0, at.page.width, height).fill(at.ink.fill);
  // Marks the edge of the band, which would be invisible with a very light color.
  pdf.rect(0, height - 3, at.page.width, 3).fill(at.ink.text);
  const write = (text: string, baseline: number, size: number, bold: boolean) =>
    drawRuns(pdf, [{ text, style: { bold } }], at.left, baseline, {
      size,
      color: at.ink.onFill,
      accent: at.ink.onFill,
      widthOf: measurerOf(pdf, size),
    });
  for (const [index, line] of nameLines(pdf, at, organization).entries()) write(line, band.top + index * 18, band.name, false);
  for (const [index, line] of title.entries())
    write(line, height - band.below - 22 - (title.length - 1 - index) * band.lead, band.title, true);
  write(
    `${toPrintable(dayOf(date))} · ${entries.length === 1 ? '1 policy' : `${entries.length} policies`}`,
    height - band.below + 6,
    band.small,
    false,
  );
  const { lines, start } = contentsOf(pdf, at, cover);
  let page = 0;
  renderLines(lines, at, start, () => {
    page += 1;
    pdf.switchToPage(page);
  });
}

/** @returns the lines of the table of contents, and where they start on the first page; both are independent of the page numbers */
export function contentsOf(pdf: Pdf, at: PageLayout, cover: Contents): { lines: Line[]; start: number } {
  const { height } = bandOf(pdf, at, cover);
  const { entries, numbers } = cover;
  const widthOf = measurerOf(pdf, entry.size);
  const right = at.left + at.width;
  const inkIn = (color: string) => ({ size: entry.size, color, accent: at.ink.text, widthOf });
  const heading: Line = {
    height: 26,
    before: 0,
    keep: true,
    draw: (y) => {
      const size = 13;
      drawRuns(pdf, [{ text: 'Contents', style: { bold: true } }], at.left, y + size, {
        size,
        color: at.ink.text,
        accent: at.ink.text,
        widthOf: measurerOf(pdf, size),
      });
    },
  };
  const lines = entries.map(({ name, status, destination }, index): Line => {
    const broken = breakRuns([{ text: toPrintable(name), style: {} }], at.width - entry.status - entry.number, widthOf);
    const entryHeight = broken.length * entry.leading + 2 * entry.padding;
    return {
      height: entryHeight,
      before: 0,
      keep: false,
      draw: (y) => {
        const baseline = y + entry.padding + entry.size;
        for (const [line, runs] of broken.entries()) drawRuns(pdf, runs, at.left, baseline + line * entry.leading, inkIn(colors.text));
        drawRuns(
          pdf,
          [{ text: toPrintable(statusLabel(status)), style: {} }],
          right - entry.number - entry.status + 12,
          baseline,
          inkIn(colors.faint),
        );
        const number = String(numbers[index] ?? '');
        drawRuns(pdf, [{ text: number, style: {} }], right - widthOf(number, {}), baseline, inkIn(colors.text));
        pdf
          .moveTo(at.left, y + entryHeight)
          .lineTo(right, y + entryHeight)
          .lineWidth(0.5)
          .strokeColor(colors.rule)
          .stroke();
        pdf.goTo(at.left, y, at.width, entryHeight, destination);
      },
    };
  });
  return { lines: entries.length ? [heading, ...lines] : [], start: height + 34 };
}

function bandOf(
  pdf: Pdf,
  at: PageLayout,
  { organization, title }: Pick<Contents, 'organization' | 'title'>,
): { height: number; title: string[] } {
  const lines = cutLines(textsOf(pdf, at, title, band.title, true), maxTitleLines);
  const above = band.top + (nameLines(pdf, at, organization).length - 1) * 18;
  return { height: above + 40 + lines.length * band.lead + band.below, title: lines };
}

function nameLines(pdf: Pdf, at: PageLayout, organization: string): string[] {
  return cutLines(textsOf(pdf, at, organization, band.name, false), 3);
}

function textsOf(pdf: Pdf, at: PageLayout, text: string, size: number, bold: boolean): string[] {
  const runs = [{ text: toPrintable(text).replaceAll('\n', ' '), style: { bold } }];
  return breakRuns(runs, at.width, measurerOf(pdf, size)).map((line) => line.map((run) => run.text).join(''));
}

function cutLines(lines: readonly string[], most: number): string[] {
  return lines.length <= most ? [...lines] : [...lines.slice(0, most - 1), `${(lines[most - 1] ?? '').slice(0, -1)}…`];
}
