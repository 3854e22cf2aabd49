/** Reads files of questionnaires, in a worker. */
import path from 'node:path';
import { isObject } from '../../../../platform/json-object.ts';
import type { FileKind } from '../../../../documents/extraction/kinds.ts';
import { broken, isUnusableCode, tooMuchText, Unusable } from '../../../../documents/extraction/unusable.ts';
import type { Waiting } from '../../../../platform/workers/fair-queue.ts';
import { runInWorker } from '../../../../platform/workers/pool.ts';
import { WorkerEnded } from '../../../../platform/workers/process.ts';
import type { Place } from '../../rules/extractor.ts';
import type { Question } from '../../rules/items.ts';
import type read from './read.worker.ts';

// Run from source it is .ts, built it is .js.
const module = new URL(`read.worker${path.extname(import.meta.url)}`, import.meta.url);
const seconds = 60;
/** Seconds that a request waits while other files are read. */
const waitSeconds = 30;

export interface FileToRead {
  readonly organizationId: string;
  readonly kind: FileKind;
  readonly content: AsyncIterable<Uint8Array>;
}

export interface Found {
  /** Each once, in the order of the file; one at least. */
  readonly items: readonly Question[];
  /** In how many pieces they were looked for. */
  readonly pieces: number;
}

/** @throws Unusable for a file that nothing can be taken from, WorkerEnded, TooBusy, the reason of the signal */
export async function findQuestions({ organizationId, kind, content }: FileToRead, waiting: Waiting): Promise<Found> {
  const parts = proven(
    await runInWorker<typeof read>({
      group: 'read',
      module,
      seconds,
      organizationId,
      input: { kind, find: 'questions' },
      parts: content,
      ...waiting,
    }),
  );
  const [{ pieces = 0 } = {}] = parts.filter(isObject).filter((part): part is { pieces: number } => typeof part.pieces === 'number');
  return { pieces, items: parts.flatMap((part) => (isObject(part) && Array.isArray(part.items) ? part.items.filter(isItem) : [])) };
}

/** For a request, which has nobody who would try again. @throws Unusable, also for a file that ended its worker; TooBusy */
export async function findQuestionsNow(file: FileToRead): Promise<readonly Question[]> {
  return (await findQuestions(file, { waitSeconds }).catch(asUnusable)).items;
}

/** Whether an archive is one, and may be unpacked. @throws Unusable, TooBusy */
export async function refuseUnfit({ organizationId, kind, content }: FileToRead): Promise<void> {
  proven(
    await runInWorker<typeof read>({
      group: 'read',
      module,
      seconds,
      organizationId,
      input: { kind, find: 'faults' },
      parts: content,
      waitSeconds,
    }).catch(asUnusable),
  );
}

/** @throws Unusable when that is what the worker found */
function proven(parts: unknown[]): unknown[] {
  const [first] = parts;
  if (isObject(first) && isUnusableCode(first.unusable)) throw new Unusable(first.unusable);
  return parts;
}

function asUnusable(error: unknown): never {
  if (error instanceof WorkerEnded) throw error.why === 'crash' ? broken() : tooMuchText();
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
