/** The work of a worker: a copy of a PDF for one reader, or why there can be none. */
import { piecesOf, type Work } from '../../platform/workers/work.ts';
import { type Mark, watermarked } from './watermark.ts';

const watermark: Work<Mark, Uint8Array> = async (mark, parts) => {
  const copy = await watermarked(Buffer.concat([...parts]), mark);
  return typeof copy === 'string' ? [copy] : piecesOf(copy);
};

export default watermark;
