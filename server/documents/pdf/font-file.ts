/** Unpacks the font files of packages. */
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

/** Header sizes in bytes: of WOFF and each of its tables, and of a plain font and each of its tables. */
const sizes = { woff: 44, woffTable: 20, font: 12, table: 16 } as const;

/**
 * Reads a WOFF 1.0 font and unpacks it to plain TrueType. With a packed font, PDFKit unpacks the tables in JavaScript for each document, which
 * takes ten times as long as drawing a short one.
 * @param file path of a `.woff`
 */
export function readWoff(file: string): Buffer {
  const woff = readFileSync(file);
  const count = woff.readUInt16BE(12);
  const heads = Buffer.alloc(sizes.font + sizes.table * count);
  woff.copy(heads, 0, 4, 8);
  heads.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  heads.writeUInt16BE(2 ** power * sizes.table, 6);
  heads.writeUInt16BE(power, 8);
  heads.writeUInt16BE((count - 2 ** power) * sizes.table, 10);
  const parts = [heads];
  let end = heads.length;
  for (let index = 0; index < count; index += 1) {
    const at = sizes.woff + sizes.woffTable * index;
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const stored = woff.subarray(offset, offset + packed);
    const table = packed < length ? inflateSync(stored) : stored;
    const head = sizes.font + sizes.table * index;
    woff.copy(heads, head, at, at + 4);
    woff.copy(heads, head + 4, at + 16, at + 20);
    heads.writeUInt32BE(end, head + 8);
    heads.writeUInt32BE(length, head + 12);
    // Tables are aligned to four bytes.
    parts.push(table, Buffer.alloc(-length & 3));
    end += length + (-length & 3);
  }
  return Buffer.concat(parts);
}
