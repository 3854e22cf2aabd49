/**
 * The format of an export: an organization as JSON lines, with a header, the rows, the files, and a last line with the SHA-256 of
 * everything before it, which detects truncated or changed files. Each value of a row is in PostgreSQL's text format, which loses nothing.
 */
import { createHash, type Hash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../command.ts';
import { parseLine } from '../parse-line.ts';
import { isObject } from '#platform/json-object';

export interface Header {
  readonly format: 1;
  readonly organization: string;
  /** Names of the applied migrations. */
  readonly migrations: readonly string[];
  /** Shows whether two installations have the same secret, but reveals nothing else about it. */
  readonly secret: string;
}
export interface Row {
  readonly table: string;
  readonly row: Readonly<Record<string, string | null>>;
}
/** Part of a file, in base64. */
export interface FileChunk {
  readonly file: string;
  readonly data: string;
  /** Whether another chunk of this file follows. */
  readonly more: boolean;
}
export interface Trailer {
  readonly rows: number;
  readonly files: number;
  readonly sha256: string;
}

/** An entry to write; rows are already JSON. */
export type ArchiveEntry = { readonly table: string; readonly json: string } | FileChunk;

/** Writes an export. @param output is ended, unless it is standard output @returns the content of the last line */
export async function writeArchive(header: Header, entries: AsyncIterable<ArchiveEntry>, output: Writable): Promise<Trailer> {
  const hash = createHash('sha256');
  const addToHash = (line: string) => {
    hash.update(line);
    return line;
  };
  const count = { rows: 0, files: 0 };
  let sha256 = '';
  await pipeline(
    async function* () {
      yield addToHash(`${JSON.stringify(header)}\n`);
      for await (const entry of entries) {
        if ('table' in entry) count.rows += 1;
        else if (!entry.more) count.files += 1;
        yield addToHash('table' in entry ? `{"table":${JSON.stringify(entry.table)},"row":${entry.json}}\n` : `${JSON.stringify(entry)}\n`);
      }
      sha256 = hash.digest('hex');
      yield `${JSON.stringify({ ...count, sha256 })}\n`;
    },
    output,
    { end: output !== process.stdout },
  );
  return { ...count, sha256 };
}

/** @throws Failure if the file is not an export */
export async function openArchive(
  input: AsyncIterable<Buffer>,
): Promise<{ header: Header; entries: AsyncGenerator<Row | FileChunk, Trailer> }> {
  const lines = linesOf(input);
  const { value: line } = await lines.next();
  const header = line && parseLine(line);
  if (!line || !isHeader(header))
    throw new Failure('the file is not an export that this version can read: it does not begin with {"format":1,…');
  return { header, entries: readEntries(lines, createHash('sha256').update(line)) };
}

/** Yields unverified entries: only completing the iteration proves that the file is intact. @throws Failure when the file is damaged */
async function* readEntries(lines: AsyncGenerator<Buffer, undefined>, hash: Hash): AsyncGenerator<Row | FileChunk, Trailer> {
  const count = { rows: 0, files: 0 };
  let lineNumber = 1;
  for (let line = (await lines.next()).value; line; line = (await lines.next()).value) {
    lineNumber += 1;
    const entry = parseLine(line);
    if (isTrailer(entry)) {
      if (entry.sha256 !== hash.digest('hex') || entry.rows !== count.rows || entry.files !== count.files)
        throw new Failure('the file was changed or is damaged: its content does not match the SHA-256 in its last line');
      if (!(await lines.next()).done) throw new Failure('the file continues after its last line');
      return entry;
    }
    if (isRow(entry)) count.rows += 1;
    else if (isFileChunk(entry)) count.files += entry.more ? 0 : 1;
    else throw new Failure(`the file is cut off or damaged at line ${lineNumber}`);
    hash.update(line);
    yield entry;
  }
  throw new Failure('the file is cut off: its last line is missing');
}

/** Yields lines with their line feeds. node:readline would also split at other characters that JSON may contain. */
export async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let parts: Buffer[] = [];
  for await (const chunk of input) {
    let start = 0;
    for (let lineFeedIndex = chunk.indexOf(10); lineFeedIndex >= 0; lineFeedIndex = chunk.indexOf(10, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, lineFeedIndex + 1)]);
      parts = [];
      start = lineFeedIndex + 1;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
  if (parts.length) yield Buffer.concat(parts);
  return undefined;
}

function isHeader(value: unknown): value is Header {
  return (
    isObject(value) &&
    value.format === 1 &&
    typeof value.organization === 'string' &&
    /^org_[0-9a-f]{24}$/.test(value.organization) &&
    Array.isArray(value.migrations) &&
    value.migrations.every((name) => typeof name === 'string') &&
    typeof value.secret === 'string'
  );
}
function isRow(value: unknown): value is Row {
  return (
    isObject(value) &&
    typeof value.table === 'string' &&
    isObject(value.row) &&
    Object.values(value.row).every((columnValue) => columnValue === null || typeof columnValue === 'string')
  );
}
function isFileChunk(value: unknown): value is FileChunk {
  return isObject(value) && typeof value.file === 'string' && typeof value.data === 'string' && typeof value.more === 'boolean';
}
function isTrailer(value: unknown): value is Trailer {
  return isObject(value) && typeof value.rows === 'number' && typeof value.files === 'number' && typeof value.sha256 === 'string';
}
