import type { Block } from './blocks.ts';
import { sizeOf } from './picture.ts';
import { mostPixels, recognizing } from './recognition.ts';
import { broken, tooMuchText } from './unusable.ts';

/** The first page of one that has several. */
export async function readImage(bytes: Uint8Array): Promise<Block[]> {
  const { width, height } = sizeOf(bytes) ?? { width: 0, height: 0 };
  if (width * height === 0) throw broken();
  if (width * height > mostPixels) throw tooMuchText();
  return [{ kind: 'text', lines: await recognizing(({ linesIn }) => linesIn(bytes)) }];
}
