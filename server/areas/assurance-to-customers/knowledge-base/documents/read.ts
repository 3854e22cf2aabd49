/** Reads the texts of uploaded documents in a worker. */
import path from 'node:path';
import type { FileKind } from '#documents/extraction/kinds';
import { isUnusableCode, UnusableFile } from '#documents/extraction/unusable';
import { isObject } from '#platform/json-object';
import { refusal } from '#platform/refusals/refusal';
import type { WaitOptions } from '#platform/workers/fair-queue';
import { runInWorker } from '#platform/workers/pool';
import { WorkerEnded } from '#platform/workers/process';
import type { PassageText } from '../rules/passages.ts';
import type read from './read.worker.ts';

// The extension is .ts when run from source and .js when built.
const module = new URL(`read.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Limits in seconds: for reading one file, and for a request that waits while other files are read. */
const [seconds, waitSeconds] = [120, 30];

export interface FileToRead {
  readonly organizationId: string;
  readonly kind: FileKind;
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * @returns the passages of a file in order, at least one
 * @throws UnusableFile if the file has no text, WorkerEnded if the worker crashed or timed out, or the reason of the aborted signal
 */
export async function readPassages(file: FileToRead, waitOptions: WaitOptions): Promise<readonly PassageText[]> {
  const parts = await runReader(file, 'passages', waitOptions);
  return parts.flatMap((part) => (isObject(part) && Array.isArray(part.passages) ? part.passages.filter(isPassage) : []));
}

/**
 * Checks that an archive is valid and safe to unpack. @returns a refusal if it is invalid or would be too large when unpacked
 * @throws TooBusy
 */
export async function checkArchive(file: FileToRead) {
  try {
    await runReader(file, 'faults', { waitSeconds });
    return undefined;
  } catch (error) {
    if (error instanceof WorkerEnded) return refusal('file_unreadable');
    if (!(error instanceof UnusableFile)) throw error;
    const { refusal: fileRefusal } = error;
    return fileRefusal.body.code === 'file_too_large_unpacked'
      ? refusal('file_too_large_unpacked', { limit: fileRefusal.body.limit })
      : refusal(fileRefusal.body.code === 'file_protected' ? 'file_protected' : 'file_unreadable');
  }
}

/** @throws UnusableFile if the worker reports that the file cannot be used */
async function runReader(
  { organizationId, kind, content }: FileToRead,
  mode: 'passages' | 'faults',
  waitOptions: WaitOptions,
): Promise<unknown[]> {
  const input = { kind, find: mode };
  const parts = await runInWorker<typeof read>({ group: 'read', module, seconds, organizationId, input, parts: content, ...waitOptions });
  const [firstPart] = parts;
  if (isObject(firstPart) && isUnusableCode(firstPart.unusable)) throw new UnusableFile(firstPart.unusable);
  return parts;
}

function isPassage(value: unknown): value is PassageText {
  return isObject(value) && typeof value.content === 'string' && (value.page === null || typeof value.page === 'number');
}
