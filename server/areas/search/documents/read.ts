/** Reads the beginning of the text of a file, in a worker. */
import path from 'node:path';
import { kindOf } from '../../../documents/extraction/kinds.ts';
import { isUnusableCode, Unusable } from '../../../documents/extraction/unusable.ts';
import { isObject } from '../../../platform/json-object.ts';
import type { Waiting } from '../../../platform/workers/fair-queue.ts';
import { runInWorker } from '../../../platform/workers/pool.ts';
import type read from './read.worker.ts';

// Run from source it is .ts, built it is .js.
const module = new URL(`read.worker${path.extname(import.meta.url)}`, import.meta.url);
const seconds = 120;

export interface FileToRead {
  readonly organizationId: string;
  readonly mimeType: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** @returns as much of the text as is searched; null for a file of a type without one @throws Unusable, WorkerEnded, the reason of the signal */
export async function readBeginning({ organizationId, mimeType, content }: FileToRead, waiting: Waiting): Promise<string | null> {
  const kind = kindOf(mimeType);
  if (!kind) return null;
  const [found] = await runInWorker<typeof read>({
    group: 'read',
    module,
    seconds,
    organizationId,
    input: { kind },
    parts: content,
    ...waiting,
  });
  if (isObject(found) && isUnusableCode(found.unusable)) throw new Unusable(found.unusable);
  if (!isObject(found) || typeof found.text !== 'string') throw new TypeError('the worker gave no text');
  return found.text;
}
