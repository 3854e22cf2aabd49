/** Measures and truncates texts for the picture. */
import { widthOf } from '#documents/pdf/typeface';

/** Fonts that a viewer substitutes for ours may be slightly wider. */
const fontTolerance = 1.05;
const segmenter = new Intl.Segmenter();

export interface Style {
  readonly weight: 'regular' | 'bold';
  readonly size: number;
}

/** @returns the width of a text */
export function measureText(text: string, style: Style): number {
  return Array.from(segmenter.segment(text), ({ segment }) => characterWidth(segment, style)).reduce((sum, width) => sum + width, 0);
}

/** @returns the text, truncated with an ellipsis if it is too wide, at a boundary of user-perceived characters */
export function fitText(text: string, style: Style, maxWidth: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const maxWidthBeforeEllipsis = maxWidth - characterWidth('…', style);
  let [taken, cut] = [0, 0];
  for (const { segment, index } of segmenter.segment(line)) {
    if (taken <= maxWidthBeforeEllipsis) cut = index;
    taken += characterWidth(segment, style);
    if (taken > maxWidth) return `${line.slice(0, cut).trimEnd()}…`;
  }
  return line;
}

function characterWidth(character: string, { weight, size }: Style): number {
  return widthOf(character, weight, size) * fontTolerance;
}
