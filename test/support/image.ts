/** The memory settings of the image for Node.js and for the allocator of the C library. */
import { readFileSync } from 'node:fs';

const file = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');

export const memoryOfImage: Record<string, string> = Object.fromEntries(
  [...file.matchAll(/ (NODE_OPTIONS|MALLOC_\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
);
