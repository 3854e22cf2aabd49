/** Recognizes printed words in the Latin alphabet in images. A package contains the language data, so nothing is downloaded. */
import type { TextFragment } from './layout.ts';
import type { Size } from './image-size.ts';
import { createWorker, OEM, languageDataPaths } from './tesseract.ts';
import { fileUnreadable } from './unusable.ts';

/** Maximum number of pixels of an image. Decoding needs four bytes for each pixel, and OCR needs several times as much memory. */
export const maxPixels = 40_000_000;

/** Maximum font size in points, because lines of text in forms are not taller. */
const maxFontSize = 24;

export interface TextRecognizer {
  /** @param picture PNG, JPEG, GIF, WebP, BMP, TIFF or PNM @returns the lines of text @throws UnusableFile if it is not an image */
  linesIn(picture: Uint8Array): Promise<string[]>;
  /** @param page the dimensions of the image in pixels and in points @returns the words with their positions on the page */
  fragmentsIn(picture: Uint8Array, page: { readonly dots: Size; readonly points: Size }): Promise<TextFragment[]>;
}

/** Runs OCR on one image at a time. @param work uses the recognizer, which is closed after `work` has finished */
export async function withTextRecognition<R>(work: (recognizer: TextRecognizer) => Promise<R>): Promise<R> {
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    ...languageDataPaths,
    gzip: true,
    cacheMethod: 'none',
    errorHandler: () => undefined,
  });
  const recognize = async (picture: Uint8Array) => {
    try {
      return (await worker.recognize(Buffer.from(picture), {}, { text: true, blocks: true })).data;
    } catch {
      throw fileUnreadable();
    }
  };
  try {
    return await work({
      async linesIn(picture) {
        return (await recognize(picture)).text.split('\n').map((line) => line.trim());
      },
      async fragmentsIn(picture, { dots, points }) {
        const { blocks } = await recognize(picture);
        const [pointsPerDotX, pointsPerDotY] = [points.width / dots.width, points.height / dots.height];
        // All words of a line get the same height, even if the scan is skewed.
        return (blocks ?? [])
          .flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
          .flatMap(({ words, bbox, baseline }) =>
            words.map(({ text, bbox: { x0, x1 } }) => ({
              str: text,
              x: x0 * pointsPerDotX,
              y: points.height - ((baseline.y0 + baseline.y1) / 2) * pointsPerDotY,
              width: (x1 - x0) * pointsPerDotX,
              fontSize: Math.min((bbox.y1 - bbox.y0) * pointsPerDotY, maxFontSize),
            })),
          );
      },
    });
  } finally {
    await worker.terminate();
  }
}
