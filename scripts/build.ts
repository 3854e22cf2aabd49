/**
 * Writes dist/, which is what is published: JavaScript, declarations, the files that they read, what a new embedded database begins as, and the
 * package of the client.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { file as template } from './make-template.ts';

rmSync('dist', { recursive: true, force: true });
// Whether the types are right is what `npm run types` finds out; here it would take most of the time.
run('node', 'node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck');
for (const folder of ['generated', 'server']) cpSync(folder, `dist/${folder}`, { recursive: true, filter: isTakenAlong });
cpSync(template, `dist/${path.basename(template)}`);
run('node', 'scripts/build-client.ts');
run('node', 'scripts/build-docs.ts');

/** What the compiler leaves behind. */
function isTakenAlong(file: string): boolean {
  return !file.endsWith('.ts') || file.endsWith('.d.ts');
}

function run(...[command = '', ...parameters]: string[]) {
  execFileSync(command, parameters, { stdio: 'inherit' });
}
