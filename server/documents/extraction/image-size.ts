/** Reads the dimensions of an image from its header, without decoding it. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** @returns the dimensions; undefined if the file is not PNG, JPEG, GIF, WebP, BMP or TIFF, or ends too early */
export function imageSizeOf(bytes: Uint8Array): Size | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const signature = view.toString('latin1', 0, 4);
  try {
    if (signature === '\x89PNG') return { width: view.readUInt32BE(16), height: view.readUInt32BE(20) };
    if (signature === 'GIF8') return { width: view.readUInt16LE(6), height: view.readUInt16LE(8) };
    if (signature.startsWith('BM')) return { width: Math.abs(view.readInt32LE(18)), height: Math.abs(view.readInt32LE(22)) };
    if (signature.startsWith('\xff\xd8')) return sizeOfJpeg(view);
    if (signature === 'RIFF' && view.toString('latin1', 8, 12) === 'WEBP') return sizeOfWebp(view);
    if (signature === 'II*\0' || signature === 'MM\0*') return sizeOfTiff(view, signature.startsWith('II'));
  } catch {
    // The file ends before its dimensions, so the result is undefined.
  }
  return undefined;
}

/** Searches for a frame header. The markers C0 to CF are frame headers, except C4, C8 and CC, which start tables. */
function sizeOfJpeg(view: Buffer): Size {
  let offset = 2;
  for (;;) {
    const marker = view.readUInt8(offset + 1);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.readUInt16BE(offset + 7), height: view.readUInt16BE(offset + 5) };
    offset += 2 + view.readUInt16BE(offset + 2);
  }
}

/** WebP has three variants: lossy, lossless and extended. */
function sizeOfWebp(view: Buffer): Size {
  const variant = view.toString('latin1', 12, 16);
  if (variant === 'VP8X') return { width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 };
  if (variant === 'VP8 ') return { width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff };
  const bits = view.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

/** Reads the tags 256 (width) and 257 (height) of the first directory. */
function sizeOfTiff(view: Buffer, isLittleEndian: boolean): Size {
  const word = (offset: number) => (isLittleEndian ? view.readUInt16LE(offset) : view.readUInt16BE(offset));
  const long = (offset: number) => (isLittleEndian ? view.readUInt32LE(offset) : view.readUInt32BE(offset));
  const directory = long(4);
  let [width, height] = [0, 0];
  for (let entry = 0; entry < word(directory); entry += 1) {
    const tagOffset = directory + 2 + entry * 12;
    const value = word(tagOffset + 2) === 3 ? word(tagOffset + 8) : long(tagOffset + 8);
    if (word(tagOffset) === 256) width = value;
    if (word(tagOffset) === 257) height = value;
  }
  return { width, height };
}
