import { existsSync } from 'node:fs';
import path from 'node:path';

/** @returns the file of the project that an import names, by a subpath of package.json or relative to the importing file; undefined for a package */
export function importTarget(importer: string, name: string): string | undefined {
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(importer), name);
  const [, folder, subpath] = /^#(\w+)\/(.+)$/.exec(name) ?? [];
  if (folder === undefined) return undefined;
  if (folder !== 'generated') return `server/${folder}/${subpath}.ts`;
  return [`generated/${subpath}.ts`, `generated/${subpath}.d.ts`].find((file) => existsSync(file));
}
