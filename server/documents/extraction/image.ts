import type { Block } from './blocks.ts';
import { imageSizeOf } from './image-size.ts';
import { maxPixels, withTextRecognition } from './ocr.ts';
import { fileUnreadable, fileTextTooLong } from './unusable.ts';

/** Extracts the text of an image; ignores all pages after the first page. */
export async function readImage(bytes: Uint8Array): Promise<Block[]> {
  const { width, height } = imageSizeOf(bytes) ?? { width: 0, height: 0 };
  if (width * height === 0) throw fileUnreadable();
  if (width * height > maxPixels) throw fileTextTooLong();
  return [{ kind: 'text', lines: await withTextRecognition(({ linesIn }) => linesIn(bytes)) }];
}
