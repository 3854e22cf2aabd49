/** Reads the text of documents one by one (knowledge-base, rule 12 and document states). */
import type { components } from '#generated/api';
import { fileKindOf } from '#documents/extraction/kinds';
import { UnusableFile } from '#documents/extraction/unusable';
import { type Attempt, type JobHandler, RunFailed } from '#platform/jobs/job-handlers';
import { isObject } from '#platform/json-object';
import type { Files } from '#platform/ports/files';
import { WorkerEnded } from '#platform/workers/process';
import { splitList } from '#platform/workers/work';
import { readPassages } from '../documents/read.ts';
import { findDocumentToRead } from '../queries/documents.ts';
import { beginReading, completeReading, failReading, insertPassages, saveResults, findResults } from '../queries/passages.ts';
import type { PassageText } from '../rules/passages.ts';

/** The number of the last attempt, in which a file that crashes its worker is marked as failed instead of being retried. */
export const lastAttempt = 3;
/** The number of passages inserted per transaction. It is small so that other writers do not wait. */
const batchSize = 50;

/** Reads each document of a run, but skips documents that an earlier attempt has finished. */
export const processDocuments: JobHandler = async (run) => {
  const documentIds = documentIdsOf(run.input);
  const interruptedIds: string[] = [];
  for (const [index, id] of documentIds.entries()) {
    const progress = { done: index + 1, total: documentIds.length };
    const document = await run.read((db) => findDocumentToRead(db, id, run.startedAt));
    if (document && !document.isDone)
      await readAndStore(run, document).catch(async (error: unknown) => {
        const isFinal = error instanceof UnusableFile || error instanceof UnreadableDocument;
        if (!isFinal && !(error instanceof WorkerEnded)) throw error;
        if (isFinal || run.attempt >= lastAttempt)
          await run.step((db) => failReading(db, id, isFinal ? error.message : 'The file cannot be read'));
        else interruptedIds.push(id);
      });
    await run.step(async () => undefined, progress);
  }
  // Finished documents are skipped in the next attempt.
  if (interruptedIds.length) throw new Error(`reading was interrupted: ${interruptedIds.join(', ')}`);
  const documents = await run.step(async (db) => {
    const outcomes = await findResults(db, documentIds);
    if (haveAllFailed(outcomes)) await saveResults(db, run.id, outcomes);
    return outcomes;
  });
  if (haveAllFailed(documents))
    throw new RunFailed((documents.length === 1 ? documents[0]?.error : undefined) ?? 'None of the documents could be read');
  return { documents };
};

const haveAllFailed = (documents: readonly components['schemas']['KnowledgeBaseProcessedDocument'][]) =>
  documents.every(({ outcome }) => outcome === 'failed');

interface DocumentToRead {
  readonly id: string;
  readonly fileType: string;
  readonly fileKey: string;
}

/** @throws UnusableFile or UnreadableDocument if the file has no readable text, WorkerEnded */
async function readAndStore(run: Attempt, { id, fileType, fileKey }: DocumentToRead): Promise<void> {
  if (!(await run.step((db) => beginReading(db, id)))) return;
  const passages = await extractPassages(run, fileType, fileKey);
  let position = 0;
  for (const batch of splitList(passages, batchSize)) {
    const firstPosition = position;
    await run.step((db) => insertPassages(db, id, batch, firstPosition));
    position += batch.length;
  }
  await run.step((db) => completeReading(db, id, passages.length));
}

async function extractPassages(
  { ports: { files }, actor: { organizationId }, signal }: Attempt,
  fileType: string,
  fileKey: string,
): Promise<readonly PassageText[]> {
  const kind = fileKindOf(fileType);
  if (!kind) throw new UnreadableDocument('Text cannot be read from files of this type');
  return readPassages({ organizationId, kind, content: readContent(files, fileKey) }, { signal });
}

/** Opens the file only when its content is needed. */
async function* readContent(files: Files, key: string): AsyncGenerator<Uint8Array> {
  const content = await files.stream(key);
  if (!content) throw new UnreadableDocument('The file no longer exists');
  yield* content;
}

/** The text cannot be read because the type of the file is unsupported or the file no longer exists. */
class UnreadableDocument extends Error {}

function documentIdsOf(input: unknown): readonly string[] {
  const ids = isObject(input) ? input.documentIds : undefined;
  if (Array.isArray(ids) && ids.length > 0 && ids.every((id) => typeof id === 'string')) return ids;
  throw new TypeError('the input of the run has no documents');
}
