/** Texts in cells of a workbook that somebody else made. Whatever else it holds stays as it is, its looks included. */
import { unzipSync, zipSync } from 'fflate';
import { openArchive } from '../extraction/archive.ts';
import { sheetsOf } from '../extraction/workbook.ts';
import { decodeXml } from '../extraction/xml.ts';
import { columnOf, lettersOf } from './columns.ts';

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
 * @param cells of rows that the workbook has; the last one for a place counts, and a cell with a formula stays
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
  const ofRows = Map.groupBy(cells, ({ row }) => row);
  let number = 0;
  const text = decodeXml(content)
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

interface Cell {
  readonly column: number;
  readonly xml: string;
  readonly style: string | undefined;
}

function filledRow(inner: string, prefix: string, row: number, texts: readonly CellText[]): string {
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
  for (const { column, text, like } of texts) {
    const there = cells.get(column);
    if (there && /<(?:\w+:)?f[\s/>]/.test(there.xml)) continue;
    const style = (there ?? cells.get(like))?.style;
    const xml = `<${prefix}c r="${lettersOf(column)}${row}"${style === undefined ? '' : ` s="${style}"`} t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${escaped(text)}</${prefix}t></${prefix}is></${prefix}c>`;
    cells.set(column, { column, xml, style });
  }
  return [...cells.values()].toSorted((one, other) => one.column - other.column).reduce((all, { xml }) => all + xml, '') + rest.trim();
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
