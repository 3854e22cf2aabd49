/** Text in pictures: printed words, in the Latin alphabet. The language data come with the package, so nothing is downloaded. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { createWorker, OEM } from 'tesseract.js';
import type { Piece } from './layout.ts';
import type { Size } from './picture.ts';
import { broken } from './unusable.ts';

/** Unpacked, a picture takes four bytes a pixel, and several times that while it is read. */
export const mostPixels = 40_000_000;

/** No line of a form is taller, in points. */
const tallest = 24;

export interface Reader {
  /** @param picture PNG, JPEG, GIF, WebP, BMP, TIFF or PNM @returns its lines @throws Unusable for what is none */
  linesIn(picture: Uint8Array): Promise<string[]>;
  /** @param page how large the picture is shown, in points @returns its words and where they stand on the page */
  piecesIn(picture: Uint8Array, page: { readonly dots: Size; readonly points: Size }): Promise<Piece[]>;
}

/** Reads pictures one after the other. @param work is given the reader, which ends with it */
export async function recognizing<R>(work: (reader: Reader) => Promise<R>): Promise<R> {
  const language = path.dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'));
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: path.join(language, '4.0.0_best_int'),
    gzip: true,
    cacheMethod: 'none',
    errorHandler: () => undefined,
  });
  const recognized = async (picture: Uint8Array) => {
    try {
      return (await worker.recognize(Buffer.from(picture), {}, { text: true, blocks: true })).data;
    } catch {
      throw broken();
    }
  };
  try {
    return await work({
      async linesIn(picture) {
        return (await recognized(picture)).text.split('\n').map((line) => line.trim());
      },
      async piecesIn(picture, { dots, points }) {
        const { blocks } = await recognized(picture);
        const [across, down] = [points.width / dots.width, points.height / dots.height];
        // All words of a line stand at the same height, however askew it was scanned.
        return (blocks ?? [])
          .flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
          .flatMap(({ words, bbox, baseline }) =>
            words.map(({ text, bbox: { x0, x1 } }) => ({
              str: text,
              x: x0 * across,
              y: points.height - ((baseline.y0 + baseline.y1) / 2) * down,
              width: (x1 - x0) * across,
              fontSize: Math.min((bbox.y1 - bbox.y0) * down, tallest),
            })),
          );
      },
    });
  } finally {
    await worker.terminate();
  }
}
