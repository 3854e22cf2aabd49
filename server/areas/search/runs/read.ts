/** Reads the texts of attachments, one after the other (spec/areas/search, rule 17). */
import { Unusable } from '../../../documents/extraction/unusable.ts';
import type { Attempt, JobHandler } from '../../../platform/jobs/job-handlers.ts';
import type { Files } from '../../../platform/ports/files.ts';
import { WorkerEnded } from '../../../platform/workers/process.ts';
import { readBeginning } from '../documents/read.ts';
import { keepText, takeToRead, type ToRead } from '../queries/reading.ts';

/** Files that one run reads: the schedule starts another one. */
const most = 500;
/** How often a file is tried that ends its worker, and one that cannot be fetched. */
const attempts = { fatal: 2, other: 8 } as const;

export const readAttachments: JobHandler = async (run) => {
  const count = { read: 0, unreadable: 0 };
  const failures: unknown[] = [];
  for (let done = 0; done < most; done += 1) {
    const next = await run.step((db) => takeToRead(db));
    if (!next) break;
    try {
      const text = await textOf(run, next);
      await run.step((db) => keepText(db, next.id, text), { done: done + 1, total: 0 });
      count[text === null ? 'unreadable' : 'read'] += 1;
    } catch (error) {
      run.signal.throwIfAborted();
      const isLast = next.attempts >= (error instanceof WorkerEnded ? attempts.fatal : attempts.other);
      if (isLast) count.unreadable += 1;
      if (isLast) await run.step((db) => keepText(db, next.id, null));
      // Its turn comes again later, and the others are not held up.
      else failures.push(error);
    }
  }
  if (failures.length) throw new AggregateError(failures, 'some attachments could not be read');
  return count;
};

/** @returns null for a file without a text @throws WorkerEnded, and when the file cannot be fetched */
async function textOf(
  { ports: { files }, actor: { organizationId }, signal }: Attempt,
  { mimeType, fileKey }: ToRead,
): Promise<string | null> {
  try {
    return await readBeginning({ organizationId, mimeType, content: contentOf(files, fileKey) }, { signal });
  } catch (error) {
    if (error instanceof Unusable || error instanceof Gone) return null;
    throw error;
  }
}

/** Opened when it is its turn. */
async function* contentOf(files: Files, key: string): AsyncGenerator<Uint8Array> {
  const content = await files.stream(key);
  if (!content) throw new Gone();
  yield* content;
}

/** The file was deleted in the meantime. */
class Gone extends Error {}
