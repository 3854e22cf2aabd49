/** The work of a worker: a copy of a PDF for one reader. Nothing for a file that cannot be marked. */
import { piecesOf, type Work } from '../../../platform/workers/work.ts';
import { type Mark, watermarked } from './watermark.ts';

const watermark: Work<Mark, Uint8Array> = async (mark, parts) => {
  const copy = await watermarked(Buffer.concat([...parts]), mark);
  return copy ? piecesOf(copy) : [];
};

export default watermark;
