/** The work of a worker: whether the pages of a PDF can be read, which a file may be made to prevent. */
import { pagesIn } from '../../documents/pdf/merge.ts';
import type { Work } from '../../platform/workers/work.ts';

const readable: Work<undefined, Uint8Array> = async (_input, parts) => [(await pagesIn(Buffer.concat([...parts]))) !== undefined];

export default readable;
