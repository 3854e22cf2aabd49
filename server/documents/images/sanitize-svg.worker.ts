/** A worker that sanitizes SVG. */
import { joinBytes, type Work } from '#platform/workers/work';
import { decodeUtf8 } from '../files/svg.ts';
import { sanitizeSvg } from './sanitize-svg.ts';

/** Returns one part with the sanitized SVG, or no parts if the input is not SVG. */
const work: Work<null, Uint8Array> = (_none, parts) => {
  const drawing = sanitizeSvg(decodeUtf8(joinBytes(parts)));
  return Promise.resolve(drawing === undefined ? [] : [Buffer.from(drawing)]);
};
export default work;
