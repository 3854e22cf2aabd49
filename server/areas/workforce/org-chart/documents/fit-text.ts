/** Measures and truncates texts for the picture of a chart. */
import { widthOf } from '#documents/pdf/typeface';

/** A viewer may use another font that is slightly wider. */
const fontTolerance = 1.05;
const segmenter = new Intl.Segmenter();

export interface Style {
  readonly weight: 'regular' | 'bold';
  readonly size: number;
}

/** @returns the width of a text in the unit of `style.size` */
export function measureText(text: string, style: Style): number {
  return Array.from(segmenter.segment(text), ({ segment }) => characterWidth(segment, style)).reduce((sum, width) => sum + width, 0);
}

/** @returns the text. If it is too wide, it ends with an ellipsis after a complete user-perceived character. */
export function fitText(text: string, style: Style, maxWidth: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const maxWidthBeforeEllipsis = maxWidth - characterWidth('…', style);
  let [width, cutIndex] = [0, 0];
  for (const { segment, index } of segmenter.segment(line)) {
    if (width <= maxWidthBeforeEllipsis) cutIndex = index;
    width += characterWidth(segment, style);
    if (width > maxWidth) return `${line.slice(0, cutIndex).trimEnd()}…`;
  }
  return line;
}

function characterWidth(character: string, { weight, size }: Style): number {
  return widthOf(character, weight, size) * fontTolerance;
}
