/** Writes dist/docs: the reference documentation, and what of the interface specification is shown by which test; ready for any static host. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { assemble } from './docs/files.ts';
import { pageOf } from './trace/page.ts';
import { traceProject } from './trace/project.ts';

const folder = 'dist/docs';
const files = new Map([...(await assemble()), ['trace.html', pageOf(traceProject().all)]]);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, content] of files) writeFileSync(`${folder}/${name}`, content);
console.log(`${folder}: ${[...files.keys()].join(', ')}`);
