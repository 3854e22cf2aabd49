/** Reads files of questionnaires in a worker. */
import path from 'node:path';
import { isObject } from '#platform/json-object';
import type { FileKind } from '#documents/extraction/kinds';
import { fileUnreadable, isUnusableCode, fileTextTooLong, UnusableFile } from '#documents/extraction/unusable';
import type { WaitOptions } from '#platform/workers/fair-queue';
import { runInWorker } from '#platform/workers/pool';
import { WorkerEnded } from '#platform/workers/process';
import type { Place } from '../../rules/extractor.ts';
import type { Question } from '../../rules/items.ts';
import type read from './read.worker.ts';

// The extension is .ts when run from source and .js when built.
const module = new URL(`read.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Seconds after which a worker that is still reading is ended. */
const seconds = 60;
/** Seconds that a request waits while other files are read. */
const waitSeconds = 30;

export interface FileToRead {
  readonly organizationId: string;
  readonly kind: FileKind;
  readonly content: AsyncIterable<Uint8Array>;
}

export interface FoundQuestions {
  /** Distinct questions in the order of the file. There is at least one. */
  readonly items: readonly Question[];
  /** The number of chunks of text that were searched for questions. */
  readonly chunkCount: number;
}

/** @throws UnusableFile if the file has no questions, WorkerEnded, TooBusy, or the reason of the aborted signal */
export async function findQuestions({ organizationId, kind, content }: FileToRead, waitOptions: WaitOptions): Promise<FoundQuestions> {
  const parts = requireUsable(
    await runInWorker<typeof read>({
      group: 'read',
      module,
      seconds,
      organizationId,
      input: { kind, find: 'questions' },
      parts: content,
      ...waitOptions,
    }),
  );
  const [{ chunkCount = 0 } = {}] = parts
    .filter(isObject)
    .filter((part): part is { chunkCount: number } => typeof part.chunkCount === 'number');
  return { chunkCount, items: parts.flatMap((part) => (isObject(part) && Array.isArray(part.items) ? part.items.filter(isItem) : [])) };
}

/** Finds questions while a request waits, without retries. @throws UnusableFile, also if the worker crashed or timed out; TooBusy */
export async function findQuestionsNow(file: FileToRead): Promise<readonly Question[]> {
  return (await findQuestions(file, { waitSeconds }).catch(throwAsUnusable)).items;
}

/** Checks that an archive is valid and safe to unpack. @throws UnusableFile, TooBusy */
export async function checkArchive({ organizationId, kind, content }: FileToRead): Promise<void> {
  requireUsable(
    await runInWorker<typeof read>({
      group: 'read',
      module,
      seconds,
      organizationId,
      input: { kind, find: 'faults' },
      parts: content,
      waitSeconds,
    }).catch(throwAsUnusable),
  );
}

/** @throws UnusableFile if the worker reports that the file cannot be used */
function requireUsable(parts: unknown[]): unknown[] {
  const [firstPart] = parts;
  if (isObject(firstPart) && isUnusableCode(firstPart.unusable)) throw new UnusableFile(firstPart.unusable);
  return parts;
}

function throwAsUnusable(error: unknown): never {
  if (error instanceof WorkerEnded) throw error.why === 'crash' ? fileUnreadable() : fileTextTooLong();
  throw error;
}

function isItem(value: unknown): value is Question {
  return (
    isObject(value) &&
    typeof value.question === 'string' &&
    [value.answer, value.reference, value.section].every((text) => text === null || typeof text === 'string') &&
    Array.isArray(value.places) &&
    value.places.every(isPlace)
  );
}

function isPlace(value: unknown): value is Place {
  return isObject(value) && typeof value.sheet === 'string' && typeof value.row === 'number' && typeof value.column === 'number';
}
