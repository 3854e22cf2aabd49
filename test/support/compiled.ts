/** Where the processes of tests keep what Node.js compiled: most of a start is reading the same sources again. By their content, and for longer than a run. */
import path from 'node:path';

/** Goes into the environment of each. */
export const compiled = { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/node') } as const;
