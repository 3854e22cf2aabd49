/** Writes texts into cells of an uploaded workbook. Preserves all other content of the workbook, including its formatting. */
import { unzipSync, zipSync } from 'fflate';
import { openArchive } from '../extraction/archive.ts';
import { sheetsOf } from '../extraction/workbook.ts';
import { decodeXml } from '../extraction/xml.ts';
import { columnOf, lettersOf } from './columns.ts';
import { findMergedRanges } from './merged.ts';

export interface CellText {
  readonly sheet: string;
  /** The number of the row, from 1. */
  readonly row: number;
  /** The index of the column, from 0. */
  readonly column: number;
  readonly text: string;
  /** The column of the same row whose style is copied if the cell does not exist yet. */
  readonly styleColumn: number;
}

/** Maximum unpacked size of a workbook in bytes, because the whole workbook is in memory. */
const maxUnpackedBytes = 64 * 1024 * 1024;

/**
 * @param cells texts for existing rows. The last text for a position wins, and cells with formulas are kept. A text for a cell that is
 * hidden by a merged cell is moved to a visible cell.
 * @returns the workbook with the texts; undefined if the workbook is too large @throws UnusableFile if the file is not a workbook
 */
export function fillCells(bytes: Uint8Array, cells: readonly CellText[]): Uint8Array | undefined {
  const sheets = sheetsOf(openArchive(bytes));
  let unpackedBytes = 0;
  const parts: Record<string, Uint8Array> = unzipSync(bytes, {
    filter({ originalSize }) {
      unpackedBytes += originalSize;
      return unpackedBytes <= maxUnpackedBytes;
    },
  });
  if (unpackedBytes > maxUnpackedBytes) return undefined;
  for (const { name, part } of sheets) {
    const partName = Object.keys(parts).find((key) => key.toLowerCase() === part.toLowerCase());
    const content = partName === undefined ? undefined : parts[partName];
    const sheetCells = cells.filter(({ sheet }) => sheet === name);
    if (partName !== undefined && content && sheetCells.length) parts[partName] = fillSheet(content, sheetCells);
  }
  return zipSync(parts);
}

function fillSheet(content: Uint8Array, cells: readonly CellText[]): Uint8Array {
  const xml = decodeXml(content);
  const textsByRow = Map.groupBy(moveToVisible(cells, xml), ({ row }) => row);
  let number = 0;
  const text = xml
    // Declares UTF-8 and removes the dimension of the sheet, which may be outdated. Both elements are optional.
    .replace(/^\ufeff?\s*<\?xml[^>]*\?>/, '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>')
    .replace(/<(?:\w+:)?dimension\b[^>]*(?:\/>|>\s*<\/(?:\w+:)?dimension\s*>)/, '')
    .replace(
      /<((?:\w+:)?)row\b([^>]*?)(?:\/>|>([\s\S]*?)<\/\1row\s*>)/g,
      (rowXml: string, prefix: string, attributes: string, inner: string = '') => {
        number = Number(attributeIn(attributes, 'r')) || number + 1;
        const texts = textsByRow.get(number);
        return texts
          ? `<${prefix}row${removeAttribute(attributes, 'spans')}>${fillRow(inner, prefix, number, texts)}</${prefix}row>`
          : rowXml;
      },
    );
  return new TextEncoder().encode(text);
}

interface VisibleText extends CellText {
  /** Whether the text was moved out of a merged cell; it is written to the next free cell. */
  readonly moved?: boolean;
  /** Whether the whole text comes from other rows; it must not replace existing text. */
  readonly isGuest?: boolean;
}

/**
 * Moves the texts for hidden cells to the first cell of the merged range, where they are joined. If the range also covers the text's
 * `styleColumn`, the text moves to the right of the range instead. @returns the texts at visible positions
 */
function moveToVisible(cells: readonly CellText[], xml: string): VisibleText[] {
  const mergedAt = findMergedRanges(xml, new Set(cells.map(({ row }) => row)));
  const visibleTexts = new Map<string, VisibleText>();
  for (const cell of cells) {
    let [row, column, moved] = [cell.row, cell.column, false];
    for (let range = mergedAt(row, column); range && (range.top !== row || range.left !== column); range = mergedAt(row, column)) {
      if (range.left < column && range.left <= cell.styleColumn && cell.styleColumn <= range.right)
        [column, moved] = [range.right + 1, true];
      else {
        [row, column] = [range.top, range.left];
        break;
      }
    }
    const position = `${row} ${column}`;
    const earlier = visibleTexts.get(position);
    const isShared = earlier !== undefined && earlier.text !== cell.text && row !== cell.row;
    visibleTexts.set(position, {
      ...cell,
      row,
      column,
      moved,
      text: isShared ? `${earlier.text}\n${cell.text}` : cell.text,
      isGuest: row !== cell.row && (earlier?.isGuest ?? true),
    });
  }
  return [...visibleTexts.values()];
}

interface Cell {
  readonly column: number;
  readonly xml: string;
  readonly style: string | undefined;
}

function fillRow(inner: string, prefix: string, row: number, texts: readonly VisibleText[]): string {
  const cells = new Map<number, Cell>();
  let nextColumn = 0;
  let otherXml = '';
  let end = 0;
  for (const match of inner.matchAll(/<(?:\w+:)?c\b([^>]*?)(?:\/>|>[\s\S]*?<\/(?:\w+:)?c\s*>)/g)) {
    const [xml, attributes = ''] = match;
    const column = columnOf(attributeIn(attributes, 'r') ?? '') ?? nextColumn;
    cells.set(column, { column, xml, style: attributeIn(attributes, 's') });
    otherXml += inner.slice(end, match.index);
    end = match.index + xml.length;
    nextColumn = column + 1;
  }
  otherXml += inner.slice(end);
  for (const { column: wantedColumn, text, styleColumn, moved, isGuest } of texts) {
    const column = moved ? nextFreeColumn(wantedColumn, cells) : wantedColumn;
    const existing = cells.get(column);
    if (isGuest && hasContent(existing)) continue;
    if (existing && /<(?:\w+:)?f[\s/>]/.test(existing.xml)) continue;
    const style = (existing ?? cells.get(styleColumn))?.style;
    const xml = `<${prefix}c r="${lettersOf(column)}${row}"${style === undefined ? '' : ` s="${style}"`} t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${escapeXml(text)}</${prefix}t></${prefix}is></${prefix}c>`;
    cells.set(column, { column, xml, style });
  }
  return [...cells.values()].toSorted((one, other) => one.column - other.column).reduce((all, { xml }) => all + xml, '') + otherXml.trim();
}

/** @returns the first column from `column` on whose cell is empty */
function nextFreeColumn(column: number, cells: ReadonlyMap<number, Cell>): number {
  let freeColumn = column;
  while (hasContent(cells.get(freeColumn))) freeColumn += 1;
  return freeColumn;
}

function hasContent(cell: Cell | undefined): boolean {
  return /<(?:\w+:)?(?:v|t|f)[\s>]/.test(cell?.xml ?? '');
}

/** Matches an attribute with the preceding white space. The groups are its name, and its value in double or single quotes. */
const attribute = /\s([\w:]{1,50})\s?=\s?(?:"([^"]*)"|'([^']*)')/g;

function attributeIn(attributes: string, name: string): string | undefined {
  for (const [, foundName, double, single] of attributes.matchAll(attribute)) if (foundName === name) return double ?? single;
  return undefined;
}

function removeAttribute(attributes: string, name: string): string {
  return attributes.replace(attribute, (source: string, foundName: string) => (foundName === name ? '' : source));
}

/** Escapes text for XML, including sequences that look like Office's escapes (`_x000D_`) for forbidden characters. */
function escapeXml(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
