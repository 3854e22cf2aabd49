/**
 * The compile cache of test processes, because most of a start is compiling the same sources. Entries depend on the content and are kept
 * between runs.
 */
import path from 'node:path';

/** Environment variables for each process. */
export const compiled = { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/node') } as const;
