/** Lines on as many pages as they take. */

/** A piece of a document that stays on one page. */
export interface Line {
  readonly height: number;
  /** Space above it. At the top of a page there is none. */
  readonly before: number;
  /** Whether it stays on the page of the line after it. */
  readonly keep: boolean;
  /** Drawn above it once more when it begins a page: the head of its table. */
  readonly head?: Line;
  /** @param y of its upper edge @param gap space that was left above it */
  readonly draw: (y: number, gap: number) => void;
}

/** How far a page may be filled. */
export interface Extent {
  readonly top: number;
  readonly bottom: number;
}

/**
 * @param start where the first line begins on the page there is
 * @param nextPage makes the next page the one that is drawn on
 * @returns where the last line ends
 */
export function pour(lines: readonly Line[], { top, bottom }: Extent, start: number, nextPage: () => void): number {
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
    const needed = group.reduce((sum, { before, height }) => sum + before + height, 0);
    if (y > top && y + needed > bottom && needed <= bottom - top) breakPage();
    for (const line of group) {
      if (y > top && y + line.before + line.height > bottom) breakPage();
      if (y === top && line.head && line.head.height + line.height <= bottom - top) place(line.head);
      place(line);
    }
  }
  return y;
}

/** How many pages the same lines begin. */
export function pagesBegun(lines: readonly Line[], extent: Extent, start: number): number {
  let pages = 0;
  const bare = (line: Line): Line => ({ ...line, draw: () => undefined, ...(line.head && { head: bare(line.head) }) });
  pour(lines.map(bare), extent, start, () => {
    pages += 1;
  });
  return pages;
}

/** Lines that stay together. */
function groupsOf(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = [];
  let open = false;
  for (const line of lines) {
    if (open) groups.at(-1)?.push(line);
    else groups.push([line]);
    open = line.keep;
  }
  return groups;
}

/** An empty line. */
export function spaceOf(height: number, keep = false): Line {
  return { height, before: 0, keep, draw: () => undefined };
}

/** The same lines, the last of which stays with what comes after them. */
export function keptWithNext(lines: readonly Line[]): Line[] {
  return lines.map((line, index) => (index === lines.length - 1 ? { ...line, keep: true } : line));
}

/** The same lines with another space above the first. */
export function withSpaceAbove(lines: readonly Line[], before: number): Line[] {
  return lines.map((line, index) => (index === 0 ? { ...line, before } : line));
}
