/**
 * Writes dist/, which is what is published: JavaScript, declarations, the files that they read, what a new embedded database begins as, and the
 * package of the client.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
run('node', 'node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.build.json');
for (const folder of ['generated', 'server']) cpSync(folder, `dist/${folder}`, { recursive: true, filter: isTakenAlong });
run('node', 'dist/scripts/make-template.js');
run('node', 'scripts/build-client.ts');
run('node', 'scripts/build-docs.ts');

/** What the compiler leaves behind. */
function isTakenAlong(file: string): boolean {
  return !file.endsWith('.ts') || file.endsWith('.d.ts');
}

function run(...[command = '', ...parameters]: string[]) {
  execFileSync(command, parameters, { stdio: 'inherit' });
}
