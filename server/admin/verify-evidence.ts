/** Verifies an evidence archive against its manifest (evidence-export, rule 7). */
import { createReadStream } from 'node:fs';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { isObject } from '#platform/json-object';
import type { SizeAndHash } from '#platform/ports/files';
import { Meter } from '#platform/ports/measure';
import { type Command, Failure, UsageError } from './command.ts';

const usage = 'evidence verify FILE';
/** Maximum bytes of a manifest, and maximum printed differences. */
const limits = { manifest: 512 * 1024 * 1024, differences: 100 } as const;

interface ListedFile extends SizeAndHash {
  readonly path: string;
}
interface Manifest {
  readonly path: string;
  readonly organizationId: string;
  readonly exportedAt: string;
  readonly hasFailures: boolean;
  readonly files: readonly ListedFile[];
}

export const verifyEvidence: Command = {
  name: 'evidence verify',
  usage,
  meaning:
    'Verifies an archive of the evidence of an organization against its manifest, file by file, and lists what differs. It needs neither database nor secret. The manifest can be changed as well: compare the printed hash of the archive with the one in the audit log or in the result of the run.',
  plan(args) {
    const [file] = args;
    if (file === undefined || args.length > 1 || file.startsWith('-')) throw new UsageError(`exactly one file is required: ${usage}`);
    return () => verify(file);
  },
};

async function verify(file: string): Promise<object> {
  const zip = await withReadErrors(file, openPromise(file, { lazyEntries: true, autoClose: false }));
  try {
    const { manifest, differences } = await withReadErrors(file, compare(zip));
    if (differences.length) {
      const hiddenCount = differences.length - limits.differences;
      const shownDifferences = [...differences.slice(0, limits.differences), ...(hiddenCount > 0 ? [`${hiddenCount} more`] : [])];
      throw new Failure(`the archive is not as its manifest says: ${shownDifferences.join('; ')}`);
    }
    const { organizationId, exportedAt, hasFailures, files } = manifest;
    return { intact: true, organizationId, exportedAt, hasFailures, files: files.length, ...(await measureOf(createReadStream(file))) };
  } finally {
    zip.close();
  }
}

/** @returns the manifest, and how the archive differs from it */
async function compare(zip: ZipFile): Promise<{ readonly manifest: Manifest; readonly differences: string[] }> {
  const entries = new Map<string, Entry>();
  const differences: string[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) differences.push(`${entry.fileName} is there twice`);
    entries.set(entry.fileName, entry);
  }
  const manifest = await readManifest(zip, entries);
  const listedPaths = new Set([manifest.path]);
  for (const { path, size, sha256 } of manifest.files) {
    if (listedPaths.has(path)) differences.push(`${path} is listed twice`);
    listedPaths.add(path);
    const entry = entries.get(path);
    const measured = entry && (await measureEntry(zip, entry));
    if (!measured) differences.push(`${path} is missing`);
    else if (typeof measured === 'string') differences.push(`${path} cannot be read (${measured})`);
    else if (measured.size !== size) differences.push(`${path} has ${measured.size} bytes instead of ${size}`);
    else if (measured.sha256 !== sha256) differences.push(`${path} has another content`);
  }
  for (const path of entries.keys()) if (!listedPaths.has(path)) differences.push(`${path} is not listed`);
  return { manifest, differences };
}

async function readManifest(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<Manifest> {
  const [manifestEntry, secondManifest] = [...entries.values()].filter(({ fileName }) => /^[^/]+\/manifest\.json$/.test(fileName));
  if (!manifestEntry || secondManifest) throw new Failure(`the archive has ${manifestEntry ? 'several manifests' : 'no manifest'}`);
  if (manifestEntry.uncompressedSize > limits.manifest) throw new Failure('the manifest is too long');
  const parts: Buffer[] = [];
  for await (const part of await zip.openReadStreamPromise(manifestEntry)) parts.push(part);
  const manifest = parseManifest(Buffer.concat(parts).toString());
  if (!isObject(manifest) || !Array.isArray(manifest['files'])) throw new Failure('the manifest does not list the files of the archive');
  const { organizationId, exportedAt, hasFailures } = manifest;
  return {
    path: manifestEntry.fileName,
    organizationId: String(organizationId),
    exportedAt: String(exportedAt),
    hasFailures: hasFailures === true,
    files: manifest['files'].map(parseListedFile),
  };
}

function parseListedFile(file: unknown): ListedFile {
  if (isObject(file)) {
    const { path, size, sha256 } = file;
    if (typeof path === 'string' && typeof size === 'number' && typeof sha256 === 'string') return { path, size, sha256 };
  }
  throw new Failure('the manifest lists a file without its path, size or hash');
}

function parseManifest(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure('the manifest is not JSON', { cause: error });
  }
}

/** @returns the size and hash of a file, or the reason why it cannot be read */
async function measureEntry(zip: ZipFile, entry: Entry): Promise<SizeAndHash | string> {
  try {
    return await measureOf(await zip.openReadStreamPromise(entry));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function measureOf(content: AsyncIterable<Uint8Array>): Promise<SizeAndHash> {
  const meter = new Meter();
  for await (const part of content) meter.add(part);
  const { size, sha256 } = meter.measured();
  return { size, sha256 };
}

/** Turns an error of the system or the library into a message for the operator. @throws Failure for such errors; other errors unchanged */
async function withReadErrors<R>(file: string, work: Promise<R>): Promise<R> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure || !(error instanceof Error)) throw error;
    throw new Failure(`${file} cannot be read as an archive: ${error.message}`, { cause: error });
  }
}
