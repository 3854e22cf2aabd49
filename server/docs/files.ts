import { readdir, readFile } from 'node:fs/promises';

const built = new URL('../../docs/', import.meta.url);
const assembly = new URL('../../scripts/docs/files.ts', import.meta.url);
const runsFromSource = import.meta.url.endsWith('.ts');

/** Content by file name. */
export type DocsFiles = ReadonlyMap<string, string>;

/** The reference documentation, whole and self-contained: put together when run from source, as built in the published package. */
export async function docsFiles(): Promise<DocsFiles> {
  if (!runsFromSource) return readBuilt();
  // Named at run time, because it takes packages that are there for development only, and is no part of what is published.
  const { assemble }: { assemble(): Promise<DocsFiles> } = await import(assembly.href);
  return assemble();
}

async function readBuilt(): Promise<DocsFiles> {
  const names = await readdir(built);
  return new Map(
    await Promise.all(names.map(async (name): Promise<[string, string]> => [name, await readFile(new URL(name, built), 'utf8')])),
  );
}
