/** Extracts the rows of a workbook's sheets (XLSX, XLSM), and the cells that accept only values of a list. */
import { maxRows, type TableBlock } from './blocks.ts';
import { type Archive, openArchive } from './archive.ts';
import { columnOf } from '../spreadsheets/columns.ts';
import { findListRanges } from './lists.ts';
import { fileUnreadable, fileTextTooLong } from './unusable.ts';
import { attributeOf, decodeXml, type Element, elementsIn, elementsOf, parseXml, textIn } from './xml.ts';

/** Maximum number of columns; further columns are ignored. */
const maxColumns = 256;

/** Skips hidden sheets, because they contain options, scores and old versions, but no questions. */
export function readWorkbook(bytes: Uint8Array): TableBlock[] {
  const archive = openArchive(bytes);
  const sharedStrings = readSharedStrings(archive);
  let rowsLeft = maxRows;
  return sheetsOf(archive).flatMap(({ name, part, isHidden }) => {
    if (isHidden) return [];
    const bytesOfSheet = archive.part(part);
    if (!bytesOfSheet) return [];
    const rows: string[][] = [];
    const numbers: number[] = [];
    let number = 0;
    for (const batch of elementsOf(bytesOfSheet, 'row')) {
      for (const row of batch) {
        number = Number(attributeOf(row, 'r')) || number + 1;
        const cells = cellsOf(row, sharedStrings);
        if (!cells.length) continue;
        rows.push(cells);
        numbers.push(number);
      }
      rowsLeft -= batch.length;
      if (rowsLeft < 0) throw fileTextTooLong();
    }
    return [{ kind: 'table', rows, sheet: { name, numbers, lists: findListRanges(bytesOfSheet) } } as const];
  });
}

/** @returns the worksheets in the order of the workbook, with the names of their parts in the archive */
export function sheetsOf(archive: Archive): { readonly name: string; readonly part: string; readonly isHidden: boolean }[] {
  const workbook = rootOf(archive, 'xl/workbook.xml', 'workbook');
  const relations = elementsIn(rootOf(archive, 'xl/_rels/workbook.xml.rels', 'Relationships'), 'Relationship');
  return elementsIn(elementsIn(workbook, 'sheets')[0] ?? {}, 'sheet').flatMap((sheet) => {
    const relation = relations.find((one) => attributeOf(one, 'Id') === attributeOf(sheet, 'id'));
    if (!relation || !attributeOf(relation, 'Type').endsWith('/worksheet')) return [];
    const target = attributeOf(relation, 'Target');
    const isHidden = /hidden$/i.test(attributeOf(sheet, 'state'));
    return { name: attributeOf(sheet, 'name'), isHidden, part: target.startsWith('/') ? target.slice(1) : `xl/${target}` };
  });
}

function rootOf(archive: Archive, part: string, name: string): Element {
  const bytes = archive.part(part);
  const [root] = bytes ? elementsIn(parseXml(decodeXml(bytes)), name) : [];
  if (!root) throw fileUnreadable();
  return root;
}

function readSharedStrings(archive: Archive): string[] {
  const part = archive.part('xl/sharedStrings.xml');
  return part ? [...elementsOf(part, 'si')].flatMap((batch) => batch.map(richText)) : [];
}

/** @returns the text of a string, which may consist of several formatted runs */
function richText(element: Element): string {
  return [...elementsIn(element, 't'), ...elementsIn(element, 'r').flatMap((run) => elementsIn(run, 't'))].map(textIn).join('');
}

/** @returns the cells up to the last cell with text */
function cellsOf(row: Element, sharedStrings: readonly string[]): string[] {
  const cells: string[] = [];
  for (const [index, cell] of elementsIn(row, 'c').entries()) {
    const column = columnOf(attributeOf(cell, 'r')) ?? index;
    const text = valueOf(cell, sharedStrings).trim();
    if (text === '' || column >= maxColumns) continue;
    while (cells.length < column) cells.push('');
    cells[column] = text;
  }
  return cells;
}

/** @returns the text of a cell; empty for a formula, because nobody wrote its result */
function valueOf(cell: Element, sharedStrings: readonly string[]): string {
  if ('f' in cell) return '';
  const value = textIn(elementsIn(cell, 'v')[0]);
  switch (attributeOf(cell, 't')) {
    case 's':
      return sharedStrings[Number(value)] ?? '';
    case 'inlineStr':
      return elementsIn(cell, 'is').map(richText).join('');
    case 'b':
      return value === '1' ? 'Yes' : 'No';
    case 'e':
      return '';
    default:
      return value;
  }
}
