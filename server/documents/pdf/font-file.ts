/** Unpacks the font files of packages. */
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

/** The header sizes in bytes: of a WOFF file, of each table in it, of a plain font, and of each table in the font. */
const sizes = { woff: 44, woffTable: 20, font: 12, table: 16 } as const;

/**
 * Reads a WOFF 1.0 font and unpacks it to plain TrueType. Otherwise PDFKit would unpack the font in JavaScript for each document, which
 * takes ten times as long as drawing a short document.
 * @param file the path of a `.woff` file
 */
export function readWoff(file: string): Buffer {
  const woff = readFileSync(file);
  const count = woff.readUInt16BE(12);
  const headers = Buffer.alloc(sizes.font + sizes.table * count);
  woff.copy(headers, 0, 4, 8);
  headers.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  headers.writeUInt16BE(2 ** power * sizes.table, 6);
  headers.writeUInt16BE(power, 8);
  headers.writeUInt16BE((count - 2 ** power) * sizes.table, 10);
  const parts = [headers];
  let end = headers.length;
  for (let index = 0; index < count; index += 1) {
    const entry = sizes.woff + sizes.woffTable * index;
    const [offset, packed, length] = [woff.readUInt32BE(entry + 4), woff.readUInt32BE(entry + 8), woff.readUInt32BE(entry + 12)];
    const stored = woff.subarray(offset, offset + packed);
    const table = packed < length ? inflateSync(stored) : stored;
    const headerOffset = sizes.font + sizes.table * index;
    woff.copy(headers, headerOffset, entry, entry + 4);
    woff.copy(headers, headerOffset + 4, entry + 16, entry + 20);
    headers.writeUInt32BE(end, headerOffset + 8);
    headers.writeUInt32BE(length, headerOffset + 12);
    // Tables are aligned to four bytes.
    parts.push(table, Buffer.alloc(-length & 3));
    end += length + (-length & 3);
  }
  return Buffer.concat(parts);
}
