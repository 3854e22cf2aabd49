/** A worker that checks whether the pages of a countersigned paper can be read. */
import { readPages } from '#documents/pdf/merge';
import type { Work } from '#platform/workers/work';

const checkReadability: Work<undefined, Uint8Array> = async (_input, parts) => [(await readPages(Buffer.concat([...parts]))) !== undefined];

export default checkReadability;
