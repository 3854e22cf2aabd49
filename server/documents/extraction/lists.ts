/** Finds the cells of a sheet that accept only values of a list. Ignores other data validations. */
import { columnOf } from '../spreadsheets/columns.ts';
import type { Range } from '../spreadsheets/merged.ts';
import { UnusableFile } from './unusable.ts';
import { attributeOf, elementsIn, elementsOf, textIn } from './xml.ts';

/** Maximum number of ranges; further ranges are ignored. */
const maxRanges = 1000;

/** @param sheet the XML of the sheet @returns the valid ranges; invalid ranges are ignored, so that the sheet remains readable */
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
      // If the list is in another sheet, a child element may contain the references of the validated cells.
      const references = attributeOf(validation, 'sqref') || elementsIn(validation, 'sqref').map(textIn).join(' ');
      for (const reference of references.split(/\s/, maxRanges)) yield* rangeOf(reference);
    }
  }
}

/** @param reference a cell reference such as `C2:C9` or `C2` @returns the range; empty for an invalid reference */
function rangeOf(reference: string): Range[] {
  const [, first, top, last = first, bottom = top] = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/.exec(reference) ?? [];
  const [left, right] = [columnOf(first ?? ''), columnOf(last ?? '')];
  return left === undefined || right === undefined ? [] : [{ top: Number(top), bottom: Number(bottom), left, right }];
}
