/** Writes dist/docs for any static host: the reference documentation, and which test covers which claim of the interface specification. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { assembleAll } from './docs/all.ts';

const folder = 'dist/docs';
const files = await assembleAll();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, content] of files) writeFileSync(`${folder}/${name}`, content);
console.log(`${folder}: ${[...files.keys()].join(', ')}`);
