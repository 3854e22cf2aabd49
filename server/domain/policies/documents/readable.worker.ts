/** A worker that checks whether the pages of a PDF are readable. A worker is used because a malicious file may be slow to parse. */
import { readPages } from '#documents/pdf/merge';
import type { Work } from '#platform/workers/work';

const readable: Work<undefined, Uint8Array> = async (_input, parts) => [(await readPages(Buffer.concat([...parts]))) !== undefined];

export default readable;
