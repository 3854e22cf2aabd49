/** Reads the dimensions of an image from its header, without decoding it. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** @returns undefined if the file is not PNG, JPEG, GIF, WebP, BMP or TIFF */
export function imageSizeOf(bytes: Uint8Array): Size | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const mark = view.toString('latin1', 0, 4);
  try {
    if (mark === '\x89PNG') return { width: view.readUInt32BE(16), height: view.readUInt32BE(20) };
    if (mark === 'GIF8') return { width: view.readUInt16LE(6), height: view.readUInt16LE(8) };
    if (mark.startsWith('BM')) return { width: Math.abs(view.readInt32LE(18)), height: Math.abs(view.readInt32LE(22)) };
    if (mark.startsWith('\xff\xd8')) return sizeOfJpeg(view);
    if (mark === 'RIFF' && view.toString('latin1', 8, 12) === 'WEBP') return sizeOfWebp(view);
    if (mark === 'II*\0' || mark === 'MM\0*') return sizeOfTiff(view, mark.startsWith('II'));
  } catch {
    // The file ends before the dimensions.
  }
  return undefined;
}

/** Frame headers have the markers C0 to CF, except those of tables (C4, C8, CC). */
function sizeOfJpeg(view: Buffer): Size {
  let at = 2;
  for (;;) {
    const marker = view.readUInt8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.readUInt16BE(at + 7), height: view.readUInt16BE(at + 5) };
    at += 2 + view.readUInt16BE(at + 2);
  }
}

/** WebP has three variants: lossy, lossless and extended. */
function sizeOfWebp(view: Buffer): Size {
  const form = view.toString('latin1', 12, 16);
  if (form === 'VP8X') return { width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 };
  if (form === 'VP8 ') return { width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff };
  const bits = view.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

/** The tags 256 and 257 of the first directory. */
function sizeOfTiff(view: Buffer, little: boolean): Size {
  const word = (at: number) => (little ? view.readUInt16LE(at) : view.readUInt16BE(at));
  const long = (at: number) => (little ? view.readUInt32LE(at) : view.readUInt32BE(at));
  const directory = long(4);
  let [width, height] = [0, 0];
  for (let entry = 0; entry < word(directory); entry += 1) {
    const at = directory + 2 + entry * 12;
    const value = word(at + 2) === 3 ? word(at + 8) : long(at + 8);
    if (word(at) === 256) width = value;
    if (word(at) === 257) height = value;
  }
  return { width, height };
}
