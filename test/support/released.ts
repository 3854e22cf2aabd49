/** Provides the stored data of released versions (`scripts/keep-release.ts`). */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, constants } from 'node:zlib';

const folder = 'test/fixtures/released';
export const releases: readonly string[] = readdirSync(folder);

/** The uncompressed content of a fixture. */
function unpack(version: string, name: string): Buffer {
  return brotliDecompressSync(readFileSync(path.join(folder, version, name)), {
    params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 },
  });
}

/** The SHA-256 of each migration of this version, by name. */
export function migrationsOf(version: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(path.join(folder, version, 'migrations.json'), 'utf8'));
}

/** @returns the data directory, created in `into` */
export function dataOf(version: string, into: string): string {
  execFileSync('tar', ['-xf', '-', '-C', into], { input: unpack(version, 'data.tar.br') });
  return path.join(into, 'data');
}

/** @returns the export, a file in `into` */
export function exportOf(version: string, into: string): string {
  const file = path.join(into, 'export.ndjson');
  writeFileSync(file, unpack(version, 'export.ndjson.br'));
  return file;
}

/** @returns the PostgreSQL dump, for pg_restore */
export function dumpOf(version: string): string {
  return path.resolve(folder, version, 'database.dump');
}
