import { existsSync } from 'node:fs';
import path from 'node:path';

/** @returns the project's file that an import names, relatively or as a subpath such as `#platform/log`; undefined for a package */
export function importTarget(importer: string, name: string): string | undefined {
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(importer), name);
  const [, folder, subpath] = /^#(\w+)\/(.+)$/.exec(name) ?? [];
  if (folder === undefined) return undefined;
  if (folder !== 'generated') return `server/${folder}/${subpath}.ts`;
  return [`generated/${subpath}.ts`, `generated/${subpath}.d.ts`].find((file) => existsSync(file));
}
