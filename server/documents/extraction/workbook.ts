/** Extracts the rows of a workbook's sheets (XLSX, XLSM), and which cells accept only values of a list. */
import { maxRows, type TableBlock } from './blocks.ts';
import { type Archive, openArchive } from './archive.ts';
import { columnOf } from '../spreadsheets/columns.ts';
import { findListRanges } from './lists.ts';
import { fileUnreadable, fileTextTooLong } from './unusable.ts';
import { attributeOf, decodeXml, type Element, elementsIn, elementsOf, parseXml, textIn } from './xml.ts';

/** Further columns are ignored. */
const maxColumns = 256;

/** Hidden sheets are skipped: they contain options, scores and old versions, but no questions. */
export function readWorkbook(bytes: Uint8Array): TableBlock[] {
  const archive = openArchive(bytes);
  const shared = sharedTexts(archive);
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
        const cells = cellsOf(row, shared);
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

function sharedTexts(archive: Archive): string[] {
  const part = archive.part('xl/sharedStrings.xml');
  return part ? [...elementsOf(part, 'si')].flatMap((batch) => batch.map(richText)) : [];
}

/** The text of a plain string, or of several formatted runs. */
function richText(element: Element): string {
  return [...elementsIn(element, 't'), ...elementsIn(element, 'r').flatMap((run) => elementsIn(run, 't'))].map(textIn).join('');
}

/** The cells up to the last one with text. */
function cellsOf(row: Element, shared: readonly string[]): string[] {
  const cells: string[] = [];
  for (const [index, cell] of elementsIn(row, 'c').entries()) {
    const column = columnOf(attributeOf(cell, 'r')) ?? index;
    const text = valueOf(cell, shared).trim();
    if (text === '' || column >= maxColumns) continue;
    while (cells.length < column) cells.push('');
    cells[column] = text;
  }
  return cells;
}

/** Formulas are treated as empty, because nobody wrote their results. */
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
