/**
 * The format of a backup: a whole installation as one file of JSON lines, some of which are followed by as many bytes as they state. It has
 * a header, the rows of each table (gzipped JSON lines), the files in chunks, a manifest with counts and SHA-256 hashes, and the SHA-256 of
 * everything before it. It is written and read in one pass with a few chunks in memory.
 */
import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { isObject } from '#platform/json-object';
import type { SizeAndHash } from '#platform/ports/files';
import { Failure } from '../command.ts';
import { parseLine } from '../parse-line.ts';
import { ByteReader } from './byte-reader.ts';
import { isManifest, type Manifest, Tally } from './manifest.ts';
import type { Part } from './parts.ts';

export interface Header {
  readonly backup: 1;
  /** Version of the program. */
  readonly version: string;
  /** Time of the snapshot. */
  readonly takenAt: string;
  readonly engine: 'embedded' | 'postgresql';
  /** The applied migrations with their hashes. */
  readonly migrations: readonly { readonly name: string; readonly hash: string }[];
  /** Identifies the SECRET without revealing anything else about it. */
  readonly secret: string;
}
export interface Summary extends SizeAndHash {
  readonly manifest: Manifest;
}

/** Maximum bytes of one part. Larger parts would be an attempt to exhaust memory. */
const maxPartBytes = { packed: 2 ** 28, unpacked: 2 ** 29 } as const;
const gzipAsync = promisify(gzip);
const gunzipAsync = promisify(gunzip);

/** Writes a backup. @param output is ended, unless it is standard output @returns the manifest, and the size and SHA-256 of the file */
export async function writeBackup(header: Header, parts: AsyncIterable<Part>, output: Writable): Promise<Summary> {
  const tally = new Tally();
  const hash = createHash('sha256');
  let size = 0;
  const countAndHash = (bytes: Uint8Array) => {
    hash.update(bytes);
    size += bytes.length;
    return bytes;
  };
  await pipeline(
    async function* () {
      yield countAndHash(lineOf(header));
      for await (const part of parts) {
        tally.add(part);
        if ('table' in part) {
          const { table, rows, lines } = part;
          const bytes = await gzipAsync(lines, { level: 1 });
          yield countAndHash(lineOf({ table, rows, bytes: bytes.length }));
          yield countAndHash(bytes);
        } else if ('file' in part) {
          const { file, bytes, measure } = part;
          yield countAndHash(lineOf({ file, bytes: bytes.length, ...(measure && { size: measure.size, sha256: measure.sha256 }) }));
          if (bytes.length) yield countAndHash(bytes);
        } else yield countAndHash(lineOf(part));
      }
      yield countAndHash(lineOf({ manifest: tally.manifest() }));
      yield countAndHash(lineOf({ sha256: hash.copy().digest('hex') }));
    },
    output,
    { end: output !== process.stdout },
  );
  return { manifest: tally.manifest(), size, sha256: hash.digest('hex') };
}

/** Opens a backup. Its parts are unverified until the iteration completes. @throws Failure if the file is not a backup, or not intact */
export async function openBackup(input: AsyncIterable<Buffer>): Promise<{ header: Header; parts: AsyncGenerator<Part, Summary> }> {
  const reader = new ByteReader(input);
  const header = parseLine((await reader.line()) ?? Buffer.alloc(0));
  if (!isHeader(header)) throw new Failure('the file is not a backup that this version can read: it does not begin with {"backup":1,…');
  return { header, parts: readParts(reader) };
}

async function* readParts(reader: ByteReader): AsyncGenerator<Part, Summary> {
  const tally = new Tally();
  let manifest: Manifest | undefined;
  for (let digestBefore = reader.digest(), line = await reader.line(); line; digestBefore = reader.digest(), line = await reader.line()) {
    const parsedLine = parseLine(line);
    if (isEnd(parsedLine)) {
      if (parsedLine.sha256 !== digestBefore) throw damageFailure('its content does not have the SHA-256 of its last line');
      if (!manifest) throw damageFailure('it has no manifest');
      if (await reader.line()) throw damageFailure('it continues after its last line');
      const counted = tally.manifest();
      if (JSON.stringify(counted) !== JSON.stringify(manifest)) throw damageFailure('its content is not what its manifest lists');
      return { manifest: counted, size: reader.size, sha256: reader.digest() };
    }
    if (manifest) throw damageFailure('it continues after its manifest');
    if (isObject(parsedLine) && isManifest(parsedLine['manifest'])) manifest = parsedLine['manifest'];
    else {
      const part = await readPart(reader, parsedLine);
      if (!part) throw damageFailure(`at byte ${reader.size}`);
      tally.add(part);
      yield part;
    }
  }
  throw new Failure('the backup is cut off: its last line is missing');
}

async function readPart(reader: ByteReader, parsedLine: unknown): Promise<Part | undefined> {
  if (!isObject(parsedLine)) return undefined;
  const { table, rows, file, missing, bytes, size, sha256 } = parsedLine;
  if (typeof missing === 'string') return { missing };
  if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 0 || bytes > maxPartBytes.packed) return undefined;
  if (typeof table === 'string' && typeof rows === 'number') {
    const lines = await gunzipAsync(await reader.take(bytes), { maxOutputLength: maxPartBytes.unpacked }).catch(() => undefined);
    return lines && { table, rows, lines };
  }
  if (typeof file !== 'string') return undefined;
  const chunk = { file, bytes: await reader.take(bytes) };
  return typeof size === 'number' && typeof sha256 === 'string' ? { ...chunk, measure: { size, sha256 } } : chunk;
}

function damageFailure(detail: string): Failure {
  return new Failure(`the backup was changed or is damaged: ${detail}`);
}

function lineOf(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

function isHeader(value: unknown): value is Header {
  return (
    isObject(value) &&
    value['backup'] === 1 &&
    ['version', 'takenAt', 'engine', 'secret'].every((name) => typeof value[name] === 'string') &&
    Array.isArray(value['migrations']) &&
    value['migrations'].every(
      (migration) => isObject(migration) && typeof migration['name'] === 'string' && typeof migration['hash'] === 'string',
    )
  );
}

function isEnd(value: unknown): value is { readonly sha256: string } {
  return isObject(value) && typeof value['sha256'] === 'string' && Object.keys(value).length === 1;
}
