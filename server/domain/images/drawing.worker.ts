/** The work of a worker: writes a drawing anew. */
import { bytesIn, type Work } from '../../platform/workers/work.ts';
import { textOf } from '../files/svg.ts';
import { harmlessDrawing } from './drawing.ts';

/** The result is one part, or none for what is no drawing. */
const work: Work<null, Uint8Array> = (_none, parts) => {
  const drawing = harmlessDrawing(textOf(bytesIn(parts)));
  return Promise.resolve(drawing === undefined ? [] : [Buffer.from(drawing)]);
};
export default work;
