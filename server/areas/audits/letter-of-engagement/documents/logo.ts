/** Checks whether a logo can be drawn. Decompressing an image with too many pixels would block the worker. */

/** The maximum width and height, in pixels. */
const maxPixels = 4_000;

/** @returns whether the image is a PNG or a JPEG of acceptable size */
export function isDrawable(bytes: Buffer): boolean {
  const size = sizeOfPng(bytes) ?? sizeOfJpeg(bytes);
  return size !== undefined && size.every((side) => side > 0 && side <= maxPixels);
}

type Size = readonly [width: number, height: number];

function sizeOfPng(bytes: Buffer): Size | undefined {
  const isPng = bytes.length > 24 && bytes.toString('hex', 0, 8) === '89504e470d0a1a0a' && bytes.toString('latin1', 12, 16) === 'IHDR';
  return isPng ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : undefined;
}

/** Reads the size from the first start-of-frame segment. */
function sizeOfJpeg(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let offset = 2; offset + 9 <= bytes.length; offset += 2 + bytes.readUInt16BE(offset + 2)) {
    const marker = bytes.readUInt16BE(offset);
    if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker))
      return [bytes.readUInt16BE(offset + 7), bytes.readUInt16BE(offset + 5)];
  }
  return undefined;
}
