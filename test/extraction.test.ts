/** What is told of a file before anything of it is unpacked. */
import { expect, test } from 'vitest';
import { sizeOf } from '../server/documents/extraction/picture.ts';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');
test.each([
  ['PNG', hex('89504e470d0a1a0a 0000000d 49484452 00000384 00000168')],
  ['GIF', hex('474946383961 8403 6801')],
  ['BMP', Buffer.concat([hex('424d'), Buffer.alloc(16), hex('84030000 98feffff')])],
  ['JPEG', hex('ffd8 ffe0 0004 0000 ffc4 0003 00 ffc2 0011 08 0168 0384 03')],
  ['WebP, lossy', hex('52494646 00000000 57454250 56503820 00000000 000000 9d012a 8403 6801')],
  ['WebP, lossless', hex('52494646 00000000 57454250 5650384c 00000000 2f 83c35900')],
  ['WebP, extended', hex('52494646 00000000 57454250 56503858 0a000000 00000000 830300 670100')],
  ['TIFF, little-endian', hex('49492a00 08000000 0200 0001 0400 01000000 84030000 0101 0300 01000000 68010000')],
  ['TIFF, big-endian', hex('4d4d002a 00000008 0002 0100 0003 00000001 03840000 0101 0004 00000001 00000168')],
])('a picture of 900 by 360 points: %s', (_name, bytes) => {
  expect(sizeOf(bytes)).toEqual({ width: 900, height: 360 });
});
test.each([
  ['text', Buffer.from('hello')],
  ['nothing', Buffer.alloc(0)],
  ['half a PNG', hex('89504e470d0a1a0a')],
  ['a JPEG without a frame', hex('ffd8 ffe0 0004 0000')],
])('no picture: %s', (_name, bytes) => {
  expect(sizeOf(bytes)).toBeUndefined();
});
