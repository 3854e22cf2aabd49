/** Sheets of a workbook (XLSX, XLSM). Of each only its rows are looked at, and which cells take only what is in a list. */
import { mostRows, type TableBlock } from './blocks.ts';
import { type Archive, openArchive } from './archive.ts';
import { columnOf } from '../spreadsheets/columns.ts';
import { listsIn } from './lists.ts';
import { broken, tooMuchText } from './unusable.ts';
import { attributeOf, decodeXml, type Element, elementsIn, elementsOf, parseXml, textIn } from './xml.ts';

/** Columns beyond are passed over. */
const mostColumns = 256;

/** Hidden sheets are no part of what is asked: they hold lists to choose from, scores and former versions. */
export function readWorkbook(bytes: Uint8Array): TableBlock[] {
  const archive = openArchive(bytes);
  const shared = sharedTexts(archive);
  let left = mostRows;
  return sheetsOf(archive).flatMap(({ name, part, isHidden }) => {
    if (isHidden) return [];
    const bytesOfSheet = archive.part(part);
    if (!bytesOfSheet) return [];
    const rows: string[][] = [];
    const numbers: number[] = [];
    let number = 0;
    for (const piece of elementsOf(bytesOfSheet, 'row')) {
      for (const row of piece) {
        number = Number(attributeOf(row, 'r')) || number + 1;
        const cells = cellsOf(row, shared);
        if (!cells.length) continue;
        rows.push(cells);
        numbers.push(number);
      }
      left -= piece.length;
      if (left < 0) throw tooMuchText();
    }
    return [{ kind: 'table', rows, sheet: { name, numbers, lists: listsIn(bytesOfSheet) } } as const];
  });
}

/** @returns the sheets with cells, in the order of the workbook, with the parts of the archive that hold them */
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
  if (!root) throw broken();
  return root;
}

function sharedTexts(archive: Archive): string[] {
  const part = archive.part('xl/sharedStrings.xml');
  return part ? [...elementsOf(part, 'si')].flatMap((piece) => piece.map(richText)) : [];
}

/** In one run, or in several that look different. */
function richText(element: Element): string {
  return [...elementsIn(element, 't'), ...elementsIn(element, 'r').flatMap((run) => elementsIn(run, 't'))].map(textIn).join('');
}

/** Up to the last one with text. */
function cellsOf(row: Element, shared: readonly string[]): string[] {
  const cells: string[] = [];
  for (const [index, cell] of elementsIn(row, 'c').entries()) {
    const column = columnOf(attributeOf(cell, 'r')) ?? index;
    const text = valueOf(cell, shared).trim();
    if (text === '' || column >= mostColumns) continue;
    while (cells.length < column) cells.push('');
    cells[column] = text;
  }
  return cells;
}

/** Nothing of a formula, because what it works out was not written by anybody. */
function valueOf(cell: Element, shared: readonly string[]): string {
  if ('f' in cell) return '';
  const value = textIn(elementsIn(cell, 'v')[0]);
  switch (attributeOf(cell, 't')) {
    case 's':
      return shared[Number(value)] ?? '';
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
