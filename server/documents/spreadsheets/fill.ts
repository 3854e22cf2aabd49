/** Texts in cells of a workbook that somebody else made. Whatever else it holds stays as it is, its looks included. */
import { unzipSync, zipSync } from 'fflate';
import { openArchive } from '../extraction/archive.ts';
import { sheetsOf } from '../extraction/workbook.ts';
import { decodeXml } from '../extraction/xml.ts';
import { columnOf, lettersOf } from './columns.ts';
import { mergedIn } from './merged.ts';

export interface CellText {
  readonly sheet: string;
  /** From 1. */
  readonly row: number;
  /** From 0. */
  readonly column: number;
  readonly text: string;
  /** The column of the same row whose cell it looks like, if there is no cell yet. */
  readonly like: number;
}

/** Most bytes of a workbook, unpacked, that is changed: all of it is held at once. */
const mostUnpacked = 64 * 1024 * 1024;

/**
 * @param cells of rows that the workbook has; the last one for a place counts, and a cell with a formula stays. What would stand where a merged
 * cell covers it is put where it is seen.
 * @returns undefined for a workbook that is too large
 * @throws Unusable for bytes that are no workbook
 */
export function fillCells(bytes: Uint8Array, cells: readonly CellText[]): Uint8Array | undefined {
  const sheets = sheetsOf(openArchive(bytes));
  let unpacked = 0;
  const parts: Record<string, Uint8Array> = unzipSync(bytes, {
    filter({ originalSize }) {
      unpacked += originalSize;
      return unpacked <= mostUnpacked;
    },
  });
  if (unpacked > mostUnpacked) return undefined;
  for (const { name, part } of sheets) {
    const found = Object.keys(parts).find((one) => one.toLowerCase() === part.toLowerCase());
    const content = found === undefined ? undefined : parts[found];
    const ofSheet = cells.filter(({ sheet }) => sheet === name);
    if (found !== undefined && content && ofSheet.length) parts[found] = filledSheet(content, ofSheet);
  }
  return zipSync(parts);
}

function filledSheet(content: Uint8Array, cells: readonly CellText[]): Uint8Array {
  const xml = decodeXml(content);
  const ofRows = Map.groupBy(seen(cells, xml), ({ row }) => row);
  let number = 0;
  const text = xml
    // The text is written in UTF-8, and the extent of the sheet is not what it was. Both are optional.
    .replace(/^\ufeff?\s*<\?xml[^>]*\?>/, '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>')
    .replace(/<(?:\w+:)?dimension\b[^>]*(?:\/>|>\s*<\/(?:\w+:)?dimension\s*>)/, '')
    .replace(
      /<((?:\w+:)?)row\b([^>]*?)(?:\/>|>([\s\S]*?)<\/\1row\s*>)/g,
      (whole: string, prefix: string, attributes: string, inner: string = '') => {
        number = Number(attributeIn(attributes, 'r')) || number + 1;
        const texts = ofRows.get(number);
        return texts ? `<${prefix}row${without(attributes, 'spans')}>${filledRow(inner, prefix, number, texts)}</${prefix}row>` : whole;
      },
    );
  return new TextEncoder().encode(text);
}

interface SeenText extends CellText {
  /** Whether it gave way to a merged cell: then it takes the next cell that is free. */
  readonly moved?: boolean;
  /** Whether it is of another row alone: then it replaces nothing. */
  readonly isGuest?: boolean;
}

/** @returns the texts where they are seen: those of one merged cell in it, line by line, and those beside a merged cell to the right of it */
function seen(cells: readonly CellText[], xml: string): SeenText[] {
  const merged = mergedIn(xml, new Set(cells.map(({ row }) => row)));
  const found = new Map<string, SeenText>();
  for (const cell of cells) {
    let [row, column, moved] = [cell.row, cell.column, false];
    for (let range = merged(row, column); range && (range.top !== row || range.left !== column); range = merged(row, column)) {
      if (range.left < column && range.left <= cell.like && cell.like <= range.right) [column, moved] = [range.right + 1, true];
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

function filledRow(inner: string, prefix: string, row: number, texts: readonly SeenText[]): string {
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
  for (const { column: wanted, text, like, moved, isGuest } of texts) {
    const column = moved ? freeFrom(wanted, cells) : wanted;
    const there = cells.get(column);
    if (isGuest && isSaid(there)) continue;
    if (there && /<(?:\w+:)?f[\s/>]/.test(there.xml)) continue;
    const style = (there ?? cells.get(like))?.style;
    const xml = `<${prefix}c r="${lettersOf(column)}${row}"${style === undefined ? '' : ` s="${style}"`} t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${escaped(text)}</${prefix}t></${prefix}is></${prefix}c>`;
    cells.set(column, { column, xml, style });
  }
  return [...cells.values()].toSorted((one, other) => one.column - other.column).reduce((all, { xml }) => all + xml, '') + rest.trim();
}

/** @returns the first column from this one on whose cell says nothing */
function freeFrom(column: number, cells: ReadonlyMap<number, Cell>): number {
  let free = column;
  while (isSaid(cells.get(free))) free += 1;
  return free;
}

function isSaid(cell: Cell | undefined): boolean {
  return /<(?:\w+:)?(?:v|t|f)[\s>]/.test(cell?.xml ?? '');
}

/** An attribute with the white space before it: its name, and its value in either kind of quotes. */
const attribute = /\s([\w:]{1,50})\s?=\s?(?:"([^"]*)"|'([^']*)')/g;

function attributeIn(attributes: string, name: string): string | undefined {
  for (const [, found, double, single] of attributes.matchAll(attribute)) if (found === name) return double ?? single;
  return undefined;
}

function without(attributes: string, name: string): string {
  return attributes.replace(attribute, (whole: string, found: string) => (found === name ? '' : whole));
}

/** Also what looks like a character that XML cannot hold. */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
