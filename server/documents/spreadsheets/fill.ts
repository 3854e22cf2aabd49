/** Writes texts into cells of an uploaded workbook. Everything else in it is preserved, including its formatting. */
import { unzipSync, zipSync } from 'fflate';
import { openArchive } from '../extraction/archive.ts';
import { sheetsOf } from '../extraction/workbook.ts';
import { decodeXml } from '../extraction/xml.ts';
import { columnOf, lettersOf } from './columns.ts';
import { findMergedRanges } from './merged.ts';

export interface CellText {
  readonly sheet: string;
  /** From 1. */
  readonly row: number;
  /** From 0. */
  readonly column: number;
  readonly text: string;
  /** The column of the same row whose style is copied if the cell does not exist yet. */
  readonly styleColumn: number;
}

/** Maximum unpacked size in bytes of a workbook that is changed, because all of it is in memory. */
const maxUnpackedBytes = 64 * 1024 * 1024;

/**
 * @param cells of existing rows; the last one for a position wins, and cells with formulas are kept. A text for a cell that is hidden by a merged
 * cell
 * is moved to where it is visible.
 * @returns undefined when the workbook is too large
 * @throws Unusable when the file is not a workbook
 */
export function fillCells(bytes: Uint8Array, cells: readonly CellText[]): Uint8Array | undefined {
  const sheets = sheetsOf(openArchive(bytes));
  let unpacked = 0;
  const parts: Record<string, Uint8Array> = unzipSync(bytes, {
    filter({ originalSize }) {
      unpacked += originalSize;
      return unpacked <= maxUnpackedBytes;
    },
  });
  if (unpacked > maxUnpackedBytes) return undefined;
  for (const { name, part } of sheets) {
    const found = Object.keys(parts).find((one) => one.toLowerCase() === part.toLowerCase());
    const content = found === undefined ? undefined : parts[found];
    const sheetCells = cells.filter(({ sheet }) => sheet === name);
    if (found !== undefined && content && sheetCells.length) parts[found] = fillSheet(content, sheetCells);
  }
  return zipSync(parts);
}

function fillSheet(content: Uint8Array, cells: readonly CellText[]): Uint8Array {
  const xml = decodeXml(content);
  const textsByRow = Map.groupBy(moveToVisible(cells, xml), ({ row }) => row);
  let number = 0;
  const text = xml
    // The result is UTF-8, and the dimension of the sheet may be outdated. Both elements are optional.
    .replace(/^\ufeff?\s*<\?xml[^>]*\?>/, '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>')
    .replace(/<(?:\w+:)?dimension\b[^>]*(?:\/>|>\s*<\/(?:\w+:)?dimension\s*>)/, '')
    .replace(
      /<((?:\w+:)?)row\b([^>]*?)(?:\/>|>([\s\S]*?)<\/\1row\s*>)/g,
      (whole: string, prefix: string, attributes: string, inner: string = '') => {
        number = Number(attributeIn(attributes, 'r')) || number + 1;
        const texts = textsByRow.get(number);
        return texts
          ? `<${prefix}row${removeAttribute(attributes, 'spans')}>${fillRow(inner, prefix, number, texts)}</${prefix}row>`
          : whole;
      },
    );
  return new TextEncoder().encode(text);
}

interface VisibleText extends CellText {
  /** Whether it was moved out of a merged cell: it takes the next free cell. */
  readonly moved?: boolean;
  /** Whether all of it comes from other rows: it must not replace existing text. */
  readonly isGuest?: boolean;
}

/** @returns the texts at their visible positions: texts of the same merged cell joined by line breaks, texts next to a merged cell on its right */
function moveToVisible(cells: readonly CellText[], xml: string): VisibleText[] {
  const merged = findMergedRanges(xml, new Set(cells.map(({ row }) => row)));
  const found = new Map<string, VisibleText>();
  for (const cell of cells) {
    let [row, column, moved] = [cell.row, cell.column, false];
    for (let range = merged(row, column); range && (range.top !== row || range.left !== column); range = merged(row, column)) {
      if (range.left < column && range.left <= cell.styleColumn && cell.styleColumn <= range.right)
        [column, moved] = [range.right + 1, true];
      else {
        [row, column] = [range.top, range.left];
        break;
      }
    }
    const place = `${row} ${column}`;
    const before = found.get(place);
    const isShared = before !== undefined && before.text !== cell.text && row !== cell.row;
    found.set(place, {
      ...cell,
      row,
      column,
      moved,
      text: isShared ? `${before.text}\n${cell.text}` : cell.text,
      isGuest: row !== cell.row && (before?.isGuest ?? true),
    });
  }
  return [...found.values()];
}

interface Cell {
  readonly column: number;
  readonly xml: string;
  readonly style: string | undefined;
}

function fillRow(inner: string, prefix: string, row: number, texts: readonly VisibleText[]): string {
  const cells = new Map<number, Cell>();
  let next = 0;
  let rest = '';
  let end = 0;
  for (const found of inner.matchAll(/<(?:\w+:)?c\b([^>]*?)(?:\/>|>[\s\S]*?<\/(?:\w+:)?c\s*>)/g)) {
    const [xml, attributes = ''] = found;
    const column = columnOf(attributeIn(attributes, 'r') ?? '') ?? next;
    cells.set(column, { column, xml, style: attributeIn(attributes, 's') });
    rest += inner.slice(end, found.index);
    end = found.index + xml.length;
    next = column + 1;
  }
  rest += inner.slice(end);
  for (const { column: wanted, text, styleColumn, moved, isGuest } of texts) {
    const column = moved ? nextFreeColumn(wanted, cells) : wanted;
    const existing = cells.get(column);
    if (isGuest && hasContent(existing)) continue;
    if (existing && /<(?:\w+:)?f[\s/>]/.test(existing.xml)) continue;
    const style = (existing ?? cells.get(styleColumn))?.style;
    const xml = `<${prefix}c r="${lettersOf(column)}${row}"${style === undefined ? '' : ` s="${style}"`} t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${escapeXml(text)}</${prefix}t></${prefix}is></${prefix}c>`;
    cells.set(column, { column, xml, style });
  }
  return [...cells.values()].toSorted((one, other) => one.column - other.column).reduce((all, { xml }) => all + xml, '') + rest.trim();
}

/** @returns the first column from here on whose cell is empty */
function nextFreeColumn(column: number, cells: ReadonlyMap<number, Cell>): number {
  let free = column;
  while (hasContent(cells.get(free))) free += 1;
  return free;
}

function hasContent(cell: Cell | undefined): boolean {
  return /<(?:\w+:)?(?:v|t|f)[\s>]/.test(cell?.xml ?? '');
}

/** An attribute with the preceding white space: its name, and its value in either kind of quotes. */
const attribute = /\s([\w:]{1,50})\s?=\s?(?:"([^"]*)"|'([^']*)')/g;

function attributeIn(attributes: string, name: string): string | undefined {
  for (const [, found, double, single] of attributes.matchAll(attribute)) if (found === name) return double ?? single;
  return undefined;
}

function removeAttribute(attributes: string, name: string): string {
  return attributes.replace(attribute, (whole: string, found: string) => (found === name ? '' : whole));
}

/** Escapes text, including sequences that look like Office's escapes for characters that XML does not allow. */
function escapeXml(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
