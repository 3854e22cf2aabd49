import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const builtFile = new URL('../../docs.json.br', import.meta.url);
const assemblyModule = new URL('../../scripts/docs/files.ts', import.meta.url);
const runsFromSource = import.meta.url.endsWith('.ts');

/** Content by file name. */
export type DocsFiles = ReadonlyMap<string, string>;

/** Loads the complete reference documentation. When run from source, it is assembled now; the published package contains it prebuilt. */
export async function loadDocsFiles(): Promise<DocsFiles> {
  if (!runsFromSource) return readBuiltFiles();
  // The module is imported from a computed path, because it needs development dependencies and is not part of the published package.
  const { assembleDocs }: { assembleDocs(): Promise<DocsFiles> } = await import(assemblyModule.href);
  return assembleDocs();
}

async function readBuiltFiles(): Promise<DocsFiles> {
  const files: readonly (readonly [string, string])[] = JSON.parse(String(await promisify(brotliDecompress)(await readFile(builtFile))));
  return new Map(files);
}
