/** This worker finds out whether the pages of a countersigned paper can be read. */
import { pagesIn } from '../../../documents/pdf/merge.ts';
import type { Work } from '../../../platform/workers/work.ts';

const readable: Work<undefined, Uint8Array> = async (_input, parts) => [(await pagesIn(Buffer.concat([...parts]))) !== undefined];

export default readable;
