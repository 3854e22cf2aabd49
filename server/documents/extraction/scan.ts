/** Reads scanned pages, which contain images of text, by OCR. */
import type { getDocumentProxy } from 'unpdf';
import { getResolvedPDFJS } from 'unpdf';
import { type Line, linesOf } from './layout.ts';
import { maxPixels, withTextRecognition } from './ocr.ts';
import { fileTextTooLong } from './unusable.ts';

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Document['getPage']>>;

/** Maximum number of scanned pages in a file, because OCR of a page takes seconds. */
const maxScannedPages = 100;
/** Minimum width and height of an image in pixels. Smaller images are logos or lines and contain no questions. */
const minSide = 300;
/** Images are scaled down to about this width in pixels. A larger width does not improve recognition and only costs time. */
const targetWidth = 1700;

/** A grayscale image with one byte per pixel; 0 is black. */
interface Gray {
  readonly width: number;
  readonly height: number;
  readonly dots: Uint8Array;
}

/**
 * @param numbers the page numbers, from 1
 * @returns the recognized lines by page number; a page without images has no lines
 * @throws UnusableFile if there are too many pages
 */
export async function readScans(document: Document, numbers: readonly number[]): Promise<Map<number, Line[]>> {
  if (numbers.length > maxScannedPages) throw fileTextTooLong();
  return withTextRecognition(async ({ fragmentsIn }) => {
    const linesByPage = new Map<number, Line[]>();
    for (const number of numbers) {
      const page = await document.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const lines: Line[] = [];
      for (const picture of await picturesOf(page)) {
        const gray = rotateUpright(scaleDown(picture), page.rotate);
        lines.push(...linesOf(await fragmentsIn(asPnm(gray), { dots: gray, points: { width, height } })));
      }
      linesByPage.set(number, lines);
      page.cleanup();
    }
    return linesByPage;
  });
}

async function picturesOf(page: Page): Promise<Gray[]> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const pictures: Gray[] = [];
  for (const [index, operator] of fnArray.entries()) {
    const isMask = operator === OPS.paintImageMaskXObject;
    if (!isMask && operator !== OPS.paintImageXObject && operator !== OPS.paintInlineImageXObject) continue;
    const drawn: unknown = Array.isArray(argsArray[index]) ? argsArray[index][0] : undefined;
    const gray = grayOf(await resolveImage(page, drawn), isMask);
    if (gray && gray.width >= minSide && gray.height >= minSide) pictures.push(gray);
  }
  return pictures;
}

/** @param drawn an image object, or the name of an image object @returns the image object */
async function resolveImage(page: Page, drawn: unknown): Promise<unknown> {
  const name = typeof drawn === 'string' ? drawn : hasProperty(drawn, 'data') && typeof drawn.data === 'string' ? drawn.data : undefined;
  if (name === undefined) return drawn;
  const objects = name.startsWith('g_') ? page.commonObjs : page.objs;
  return new Promise<unknown>((resolve) => {
    objects.get(name, resolve);
  });
}

/**
 * Converts an image with one bit per pixel (from fax machines and many scanners), or with one, three or four bytes per pixel. In a mask,
 * pixels with the value 0 have ink. @returns undefined if the value is not such an image
 */
function grayOf(picture: unknown, isMask: boolean): Gray | undefined {
  if (!hasProperty(picture, 'data') || !hasProperty(picture, 'width') || !hasProperty(picture, 'height')) return undefined;
  const { data, width, height } = picture;
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray) || typeof width !== 'number' || typeof height !== 'number')
    return undefined;
  const count = width * height;
  if (count === 0 || count > maxPixels) return undefined;
  const dots = new Uint8Array(count);
  const channels = data.length / count;
  if (channels === 1 || channels === 3 || channels === 4)
    for (let dot = 0; dot < count; dot += 1) {
      const at = dot * channels;
      dots[dot] =
        channels === 1 ? (data[at] ?? 0) : Math.round(0.3 * (data[at] ?? 0) + 0.6 * (data[at + 1] ?? 0) + 0.1 * (data[at + 2] ?? 0));
    }
  else {
    const bytesPerRow = (width + 7) >> 3;
    if (data.length < bytesPerRow * height) return undefined;
    for (let dot = 0; dot < count; dot += 1) {
      const [row, column] = [Math.floor(dot / width), dot % width];
      const bit = ((data[row * bytesPerRow + (column >> 3)] ?? 0) >> (7 - (column & 7))) & 1;
      dots[dot] = bit === 1 ? 255 : 0;
    }
  }
  return { width, height, dots: isMask && isMostlyBlack(dots) ? dots.map((dot) => 255 - dot) : dots };
}

function isMostlyBlack(dots: Uint8Array): boolean {
  let black = 0;
  for (const dot of dots) if (dot < 128) black += 1;
  return black > dots.length / 2;
}

/** Scales an image down. Each pixel is the mean of the pixels that it replaces. */
function scaleDown(picture: Gray): Gray {
  const factor = Math.floor(picture.width / targetWidth);
  if (factor < 2) return picture;
  const [width, height] = [Math.floor(picture.width / factor), Math.floor(picture.height / factor)];
  const dots = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let row = 0; row < factor; row += 1)
        for (let column = 0; column < factor; column += 1)
          sum += picture.dots[(y * factor + row) * picture.width + x * factor + column] ?? 0;
      dots[y * width + x] = Math.round(sum / factor ** 2);
    }
  return { width, height, dots };
}

/** Rotates an image to the orientation of the displayed page. @param degrees the clockwise rotation of the page */
function rotateUpright({ width, height, dots }: Gray, degrees: number): Gray {
  const turns = ((Math.round(degrees / 90) % 4) + 4) % 4;
  if (turns === 0) return { width, height, dots };
  const [newWidth, newHeight] = turns === 2 ? [width, height] : [height, width];
  const rotated = new Uint8Array(dots.length);
  for (let y = 0; y < newHeight; y += 1)
    for (let x = 0; x < newWidth; x += 1) {
      const source =
        turns === 1 ? (height - 1 - x) * width + y : turns === 2 ? (height - 1 - y) * width + (width - 1 - x) : x * width + (width - 1 - y);
      rotated[y * newWidth + x] = dots[source] ?? 0;
    }
  return { width: newWidth, height: newHeight, dots: rotated };
}

function asPnm({ width, height, dots }: Gray): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), dots]);
}

function hasProperty<Name extends string>(value: unknown, name: Name): value is Readonly<Record<Name, unknown>> {
  return typeof value === 'object' && value !== null && name in value;
}
