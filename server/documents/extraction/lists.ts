/** The cells of a sheet that take only what is in a list. Of data validations nothing else is looked at. */
import { columnOf } from '../spreadsheets/columns.ts';
import type { Range } from '../spreadsheets/merged.ts';
import { Unusable } from './unusable.ts';
import { attributeOf, elementsIn, elementsOf, textIn } from './xml.ts';

/** More are passed over. */
const mostRanges = 1000;

/** @param sheet as XML @returns what can be told of them: a sheet is read all the same */
export function listsIn(sheet: Uint8Array): Range[] {
  const ranges: Range[] = [];
  try {
    for (const range of rangesIn(sheet)) {
      ranges.push(range);
      if (ranges.length === mostRanges) break;
    }
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
  }
  return ranges;
}

function* rangesIn(sheet: Uint8Array): Generator<Range> {
  for (const piece of elementsOf(sheet, 'dataValidation')) {
    for (const validation of piece) {
      if (attributeOf(validation, 'type') !== 'list') continue;
      // Where the list is in another sheet, the cells may stand in an element of their own.
      const places = attributeOf(validation, 'sqref') || elementsIn(validation, 'sqref').map(textIn).join(' ');
      for (const place of places.split(/\s/, mostRanges)) yield* rangeOf(place);
    }
  }
}

/** `C2:C9` or `C2` @returns nothing for what is no place */
function rangeOf(place: string): Range[] {
  const [, first, top, last = first, bottom = top] = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/.exec(place) ?? [];
  const [left, right] = [columnOf(first ?? ''), columnOf(last ?? '')];
  return left === undefined || right === undefined ? [] : [{ top: Number(top), bottom: Number(bottom), left, right }];
}
