/** Text in pictures: printed words, in the Latin alphabet. The language data come with the package, so nothing is downloaded. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { createWorker, OEM } from 'tesseract.js';
import type { Block } from './blocks.ts';
import { sizeOf } from './picture.ts';
import { broken, tooMuchText } from './unusable.ts';

/** Unpacked, a picture takes four bytes a pixel, and several times that while it is read. */
const mostPixels = 40_000_000;

/** The first page of one that has several. */
export async function readImage(bytes: Uint8Array): Promise<Block[]> {
  const { width, height } = sizeOf(bytes) ?? { width: 0, height: 0 };
  if (width * height === 0) throw broken();
  if (width * height > mostPixels) throw tooMuchText();
  const language = path.dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'));
  const reader = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: path.join(language, '4.0.0_best_int'),
    gzip: true,
    cacheMethod: 'none',
    errorHandler: () => undefined,
  });
  try {
    const { data } = await reader.recognize(Buffer.from(bytes));
    return [{ kind: 'text', lines: data.text.split('\n').map((line) => line.trim()) }];
  } catch {
    throw broken();
  } finally {
    await reader.terminate();
  }
}
