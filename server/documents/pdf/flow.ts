/** Draws lines on as many pages as necessary. */

/** A part of a document that is not split between pages. */
export interface Line {
  readonly height: number;
  /** The space above the line, which is dropped at the top of a page. */
  readonly before: number;
  /** Whether to keep the line on the same page as the next line. */
  readonly keep: boolean;
  /** The head of the line's table, which is repeated above the line if the line starts a page. */
  readonly head?: Line;
  /** Draws the line. @param y the position of the upper edge @param gap the space above the line */
  readonly draw: (y: number, gap: number) => void;
}

/** The vertical area of a page that may be filled. */
export interface Extent {
  readonly top: number;
  readonly bottom: number;
}

/**
 * @param start the position of the first line on the current page
 * @param nextPage starts a new page, which becomes the current page
 * @returns the position of the end of the last line
 */
export function renderLines(lines: readonly Line[], { top, bottom }: Extent, start: number, nextPage: () => void): number {
  let y = start;
  const breakPage = () => {
    nextPage();
    y = top;
  };
  const place = (line: Line) => {
    const gap = y > top ? line.before : 0;
    line.draw(y + gap, gap);
    y += gap + line.height;
  };
  for (const group of groupsOf(lines)) {
    const neededHeight = group.reduce((sum, { before, height }) => sum + before + height, 0);
    if (y > top && y + neededHeight > bottom && neededHeight <= bottom - top) breakPage();
    for (const line of group) {
      if (y > top && y + line.before + line.height > bottom) breakPage();
      if (y === top && line.head && line.head.height + line.height <= bottom - top) place(line.head);
      place(line);
    }
  }
  return y;
}

/** @returns the number of pages that `renderLines` would add for the same lines */
export function countPages(lines: readonly Line[], extent: Extent, start: number): number {
  let pages = 0;
  const withoutDrawing = (line: Line): Line => ({ ...line, draw: () => undefined, ...(line.head && { head: withoutDrawing(line.head) }) });
  renderLines(lines.map(withoutDrawing), extent, start, () => {
    pages += 1;
  });
  return pages;
}

/** @returns groups of lines that must stay on one page */
function groupsOf(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = [];
  let isGroupOpen = false;
  for (const line of lines) {
    if (isGroupOpen) groups.at(-1)?.push(line);
    else groups.push([line]);
    isGroupOpen = line.keep;
  }
  return groups;
}

/** @returns an empty line */
export function createEmptyLine(height: number, keep = false): Line {
  return { height, before: 0, keep, draw: () => undefined };
}

/** @returns the lines; the last line is kept on the same page as the line that follows it */
export function keepWithNext(lines: readonly Line[]): Line[] {
  return lines.map((line, index) => (index === lines.length - 1 ? { ...line, keep: true } : line));
}

/** @returns the lines with a different space above the first line */
export function withSpaceAbove(lines: readonly Line[], before: number): Line[] {
  return lines.map((line, index) => (index === 0 ? { ...line, before } : line));
}
