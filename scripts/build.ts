/**
 * Writes dist/, the published package: JavaScript, the declarations of its entry point, the files that they read, the template of the
 * embedded database, the reference, and the client package.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundlePackages } from './build/bundles.ts';
import { removeInternalDeclarations } from './build/declarations.ts';
import { packReference } from './build/reference.ts';
import { templatePath as template } from './make-template.ts';

rmSync('dist', { recursive: true, force: true });
// `npm run types` checks the types; here it would take most of the time.
run('node', 'node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck');
for (const folder of ['generated', 'server']) cpSync(folder, `dist/${folder}`, { recursive: true, filter: isCopied });
removeInternalDeclarations();
await bundlePackages();
await packReference();
cpSync(template, `dist/${path.basename(template)}`);
writeFileSync('dist/package.json', JSON.stringify(manifestOfBuild(), null, 2));
run('node', 'scripts/build-client.ts');

/** @returns whether a file must be copied: the compiler does not copy it, and the server reads it */
function isCopied(file: string): boolean {
  return (!file.endsWith('.ts') || file.endsWith('.d.ts')) && file !== 'server/decisions';
}

/** @returns the package.json for dist/. It maps imports such as `#platform/…` to JavaScript, because the nearest package.json applies. */
function manifestOfBuild() {
  const { name, version, type, dependencies, imports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const built = Object.keys(imports).map((subpath) => [subpath, `./${subpath === '#generated/*' ? '' : 'server/'}${subpath.slice(1)}.js`]);
  return {
    name,
    version,
    private: true,
    type,
    exports: { './package.json': './package.json' },
    imports: Object.fromEntries(built),
    dependencies,
  };
}

function run(...[command = '', ...parameters]: string[]) {
  execFileSync(command, parameters, { stdio: 'inherit' });
}
