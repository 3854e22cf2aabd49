/** Texts that have a width in the picture. */
import { widthOf } from '../../../documents/pdf/typeface.ts';

/** A font that a viewer of the picture takes in place of ours may be a little wider. */
const wider = 1.05;
const segmenter = new Intl.Segmenter();

export interface Style {
  readonly weight: 'regular' | 'bold';
  readonly size: number;
}

/** @returns the width that a text takes */
export function roomOf(text: string, style: Style): number {
  return Array.from(segmenter.segment(text), ({ segment }) => roomOfOne(segment, style)).reduce((sum, room) => sum + room, 0);
}

/** @returns the text as far as it fits, with an ellipsis where it was cut: between characters as people see them */
export function fitted(text: string, style: Style, room: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const roomBeforeDots = room - roomOfOne('…', style);
  let [taken, cut] = [0, 0];
  for (const { segment, index } of segmenter.segment(line)) {
    if (taken <= roomBeforeDots) cut = index;
    taken += roomOfOne(segment, style);
    if (taken > room) return `${line.slice(0, cut).trimEnd()}…`;
  }
  return line;
}

function roomOfOne(character: string, { weight, size }: Style): number {
  return widthOf(character, weight, size) * wider;
}
