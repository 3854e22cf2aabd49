import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Removes the declarations that an importer of the package does not reach from its entry point. */
export function removeInternalDeclarations(): void {
  const reachableFiles = new Set<string>();
  const files = ['dist/server/index.d.ts'];
  for (const file of files) {
    if (reachableFiles.has(file)) continue;
    reachableFiles.add(file);
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:\bfrom |\bimport\()['"]([.#][^'"]+)['"]/g))
      files.push(declarationOf(file, name));
  }
  for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
    const file = path.join('dist', name);
    if (file.endsWith('.d.ts') && !reachableFiles.has(file)) rmSync(file);
  }
}

function declarationOf(importer: string, name: string): string {
  if (name.startsWith('#')) return `dist/${name.startsWith('#generated/') ? '' : 'server/'}${name.slice(1)}.d.ts`;
  return path.join(path.dirname(importer), name).replace(/(?:\.d)?\.[jt]s$/, '.d.ts');
}
