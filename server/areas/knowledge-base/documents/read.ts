/** Reads files of documents, in a worker. */
import path from 'node:path';
import type { FileKind } from '../../../documents/extraction/kinds.ts';
import { isUnusableCode, Unusable } from '../../../documents/extraction/unusable.ts';
import { isObject } from '../../../platform/json-object.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import type { Waiting } from '../../../platform/workers/fair-queue.ts';
import { runInWorker } from '../../../platform/workers/pool.ts';
import { WorkerEnded } from '../../../platform/workers/process.ts';
import type { PassageText } from '../rules/passages.ts';
import type read from './read.worker.ts';

// Run from source it is .ts, built it is .js.
const module = new URL(`read.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Seconds that reading may take, and that a request waits while other files are read. */
const [seconds, waitSeconds] = [120, 30];

export interface FileToRead {
  readonly organizationId: string;
  readonly kind: FileKind;
  readonly content: AsyncIterable<Uint8Array>;
}

/** @returns the passages of a file, in their order; one at least @throws Unusable for a file without any, WorkerEnded, the reason of the signal */
export async function readPassages(file: FileToRead, waiting: Waiting): Promise<readonly PassageText[]> {
  const parts = await work(file, 'passages', waiting);
  return parts.flatMap((part) => (isObject(part) && Array.isArray(part.passages) ? part.passages.filter(isPassage) : []));
}

/** Whether an archive is one, and may be unpacked. @returns the refusal of one that is not, or that would be huge @throws TooBusy */
export async function misfitOfArchive(file: FileToRead) {
  try {
    await work(file, 'faults', { waitSeconds });
    return undefined;
  } catch (error) {
    if (error instanceof WorkerEnded) return refusal('file_unreadable');
    if (!(error instanceof Unusable)) throw error;
    const { refusal: found } = error;
    return found.body.code === 'file_too_large_unpacked'
      ? refusal('file_too_large_unpacked', { limit: found.body.limit })
      : refusal(found.body.code === 'file_protected' ? 'file_protected' : 'file_unreadable');
  }
}

/** @throws Unusable when that is what the worker found */
async function work({ organizationId, kind, content }: FileToRead, find: 'passages' | 'faults', waiting: Waiting): Promise<unknown[]> {
  const input = { kind, find };
  const parts = await runInWorker<typeof read>({ group: 'read', module, seconds, organizationId, input, parts: content, ...waiting });
  const [first] = parts;
  if (isObject(first) && isUnusableCode(first.unusable)) throw new Unusable(first.unusable);
  return parts;
}

function isPassage(value: unknown): value is PassageText {
  return isObject(value) && typeof value.content === 'string' && (value.page === null || typeof value.page === 'number');
}
