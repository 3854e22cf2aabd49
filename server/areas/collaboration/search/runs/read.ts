/** Reads the texts of attachments one by one (search, rule 17). */
import { UnusableFile } from '#documents/extraction/unusable';
import type { Attempt, JobHandler } from '#platform/jobs/job-handlers';
import type { Files } from '#platform/ports/files';
import { WorkerEnded } from '#platform/workers/process';
import { readBeginning } from '../documents/read.ts';
import { saveText, takeNextToRead, type ToRead } from '../queries/reading.ts';

/** The maximum number of files per run. The schedule starts further runs. */
const maxFiles = 500;
/** The maximum number of attempts for a file that makes its worker fail, and for one that cannot be fetched. */
const maxAttempts = { fatal: 2, other: 8 } as const;

export const readAttachments: JobHandler = async (run) => {
  const count = { read: 0, unreadable: 0 };
  const failures: unknown[] = [];
  for (let done = 0; done < maxFiles; done += 1) {
    const next = await run.step((db) => takeNextToRead(db));
    if (!next) break;
    try {
      const text = await textOf(run, next);
      await run.step((db) => saveText(db, next.id, text), { done: done + 1, total: 0 });
      count[text === null ? 'unreadable' : 'read'] += 1;
    } catch (error) {
      run.signal.throwIfAborted();
      const isLast = next.attempts >= (error instanceof WorkerEnded ? maxAttempts.fatal : maxAttempts.other);
      if (isLast) count.unreadable += 1;
      if (isLast) await run.step((db) => saveText(db, next.id, null));
      // It is retried later, without blocking the others.
      else failures.push(error);
    }
  }
  if (failures.length) throw new AggregateError(failures, 'some attachments could not be read');
  return count;
};

/**
 * @returns null if the file has no text
 * @throws WorkerEnded, and if the file cannot be fetched
 */
async function textOf(
  { ports: { files }, actor: { organizationId }, signal }: Attempt,
  { mimeType, fileKey }: ToRead,
): Promise<string | null> {
  try {
    return await readBeginning({ organizationId, mimeType, content: contentOf(files, fileKey) }, { signal });
  } catch (error) {
    if (error instanceof UnusableFile || error instanceof FileDeleted) return null;
    throw error;
  }
}

/** Opens the file only when its content is needed. */
async function* contentOf(files: Files, key: string): AsyncGenerator<Uint8Array> {
  const content = await files.stream(key);
  if (!content) throw new FileDeleted();
  yield* content;
}

/** The file was deleted in the meantime. */
class FileDeleted extends Error {}
