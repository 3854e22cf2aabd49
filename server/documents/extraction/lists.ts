/** The cells of a sheet that accept only values of a list. Other data validations are ignored. */
import { columnOf } from '../spreadsheets/columns.ts';
import type { Range } from '../spreadsheets/merged.ts';
import { UnusableFile } from './unusable.ts';
import { attributeOf, elementsIn, elementsOf, textIn } from './xml.ts';

/** Further ranges are ignored. */
const maxRanges = 1000;

/** @param sheet as XML @returns the ranges that can be read; errors here must not prevent reading the sheet */
export function findListRanges(sheet: Uint8Array): Range[] {
  const ranges: Range[] = [];
  try {
    for (const range of rangesIn(sheet)) {
      ranges.push(range);
      if (ranges.length === maxRanges) break;
    }
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
  }
  return ranges;
}

function* rangesIn(sheet: Uint8Array): Generator<Range> {
  for (const batch of elementsOf(sheet, 'dataValidation')) {
    for (const validation of batch) {
      if (attributeOf(validation, 'type') !== 'list') continue;
      // When the list is in another sheet, the range may be in a child element.
      const places = attributeOf(validation, 'sqref') || elementsIn(validation, 'sqref').map(textIn).join(' ');
      for (const place of places.split(/\s/, maxRanges)) yield* rangeOf(place);
    }
  }
}

/** `C2:C9` or `C2` @returns an empty array for an invalid reference */
function rangeOf(place: string): Range[] {
  const [, first, top, last = first, bottom = top] = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/.exec(place) ?? [];
  const [left, right] = [columnOf(first ?? ''), columnOf(last ?? '')];
  return left === undefined || right === undefined ? [] : [{ top: Number(top), bottom: Number(bottom), left, right }];
}
