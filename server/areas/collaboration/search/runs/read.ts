/** Reads the texts of attachments one by one (search, rule 17). */
import { UnusableFile } from '#documents/extraction/unusable';
import type { Attempt, JobHandler } from '#platform/jobs/job-handlers';
import type { Files } from '#platform/ports/files';
import { WorkerEnded } from '#platform/workers/process';
import { readBeginning } from '../documents/read.ts';
import { saveText, takeNextAttachmentToRead, type AttachmentToRead } from '../queries/reading.ts';

/** The maximum number of files that one run reads. The schedule starts further runs. */
const maxFiles = 500;
/** The maximum number of attempts: `fatal` for a file that makes its worker fail, `other` for a file that cannot be fetched. */
const maxAttempts = { fatal: 2, other: 8 } as const;

export const readAttachments: JobHandler = async (run) => {
  const counts = { read: 0, unreadable: 0 };
  const failures: unknown[] = [];
  for (let attempt = 0; attempt < maxFiles; attempt += 1) {
    const attachment = await run.step((db) => takeNextAttachmentToRead(db));
    if (!attachment) break;
    try {
      const text = await textOf(run, attachment);
      await run.step((db) => saveText(db, attachment.id, text), { done: attempt + 1, total: 0 });
      counts[text === null ? 'unreadable' : 'read'] += 1;
    } catch (error) {
      run.signal.throwIfAborted();
      const isLastAttempt = attachment.attempts >= (error instanceof WorkerEnded ? maxAttempts.fatal : maxAttempts.other);
      if (isLastAttempt) counts.unreadable += 1;
      if (isLastAttempt) await run.step((db) => saveText(db, attachment.id, null));
      // The file is retried later, without blocking other files.
      else failures.push(error);
    }
  }
  if (failures.length) throw new AggregateError(failures, 'some attachments could not be read');
  return counts;
};

/**
 * @returns the text; null if the file has no text or was deleted
 * @throws WorkerEnded, or the error if the file cannot be fetched
 */
async function textOf(
  { ports: { files }, actor: { organizationId }, signal }: Attempt,
  { mimeType, fileKey }: AttachmentToRead,
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

/** The error if the file was deleted in the meantime. */
class FileDeleted extends Error {}
