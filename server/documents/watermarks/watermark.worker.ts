/** A worker that watermarks a PDF for one reader. */
import { splitBytes, type Work } from '#platform/workers/work';
import { type WatermarkData, addWatermark } from './watermark.ts';

const watermark: Work<WatermarkData, Uint8Array> = async (mark, parts) => {
  const copy = await addWatermark(Buffer.concat([...parts]), mark);
  return typeof copy === 'string' ? [copy] : splitBytes(copy);
};

export default watermark;
