/** Reads the beginning of a file's text in a worker. */
import path from 'node:path';
import { fileKindOf } from '#documents/extraction/kinds';
import { isUnusableCode, UnusableFile } from '#documents/extraction/unusable';
import { isObject } from '#platform/json-object';
import type { WaitOptions } from '#platform/workers/fair-queue';
import { runInWorker } from '#platform/workers/pool';
import type read from './read.worker.ts';

// The extension is .ts when the server runs from source, and .js when it is built.
const module = new URL(`read.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Seconds after which the worker is stopped. */
const seconds = 120;

export interface FileToRead {
  readonly organizationId: string;
  readonly mimeType: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * @returns the searchable part of the text; null if files of this type have no text
 * @throws UnusableFile, WorkerEnded, or the abort reason of the signal
 */
export async function readBeginning({ organizationId, mimeType, content }: FileToRead, waitOptions: WaitOptions): Promise<string | null> {
  const kind = fileKindOf(mimeType);
  if (!kind) return null;
  const [result] = await runInWorker<typeof read>({
    group: 'read',
    module,
    seconds,
    organizationId,
    input: { kind },
    parts: content,
    ...waitOptions,
  });
  if (isObject(result) && isUnusableCode(result.unusable)) throw new UnusableFile(result.unusable);
  if (!isObject(result) || typeof result.text !== 'string') throw new TypeError('the worker gave no text');
  return result.text;
}
