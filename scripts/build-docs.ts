/** Writes dist/docs: the reference documentation, ready for any static host. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { docsFiles } from '../server/docs/files.ts';

const folder = 'dist/docs';
const files = await docsFiles();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, content] of files) writeFileSync(`${folder}/${name}`, content);
console.log(`${folder}: ${[...files.keys()].join(', ')}`);
