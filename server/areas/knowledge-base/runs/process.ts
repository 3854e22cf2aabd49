/** Reads the text of documents, one after the other (spec/areas/knowledge-base, rule 12 and states). */
import type { components } from '../../../../generated/api.d.ts';
import { kindOf } from '../../../documents/extraction/kinds.ts';
import { Unusable } from '../../../documents/extraction/unusable.ts';
import { type Attempt, type JobHandler, RunFailed } from '../../../platform/jobs/job-handlers.ts';
import { isObject } from '../../../platform/json-object.ts';
import type { Files } from '../../../platform/ports/files.ts';
import { WorkerEnded } from '../../../platform/workers/process.ts';
import { groupsOf } from '../../../platform/workers/work.ts';
import { readPassages } from '../documents/read.ts';
import { findToRead } from '../queries/documents.ts';
import { beginReading, completeReading, failReading, insertPassages, noteResult, outcomesOf } from '../queries/passages.ts';
import type { PassageText } from '../rules/passages.ts';

/** The number of the last attempt. */
export const lastAttempt = 3;
/** So many passages are written in one transaction: others write in between. */
const atOnce = 50;

/** What an earlier attempt has finished is passed over. */
export const processDocuments: JobHandler = async (run) => {
  const ids = documentsIn(run.input);
  const ended: string[] = [];
  for (const [index, id] of ids.entries()) {
    const progress = { done: index + 1, total: ids.length };
    const document = await run.read((db) => findToRead(db, id, run.startedAt));
    if (document && !document.isDone)
      await readInto(run, document).catch(async (error: unknown) => {
        const isFinal = error instanceof Unusable || error instanceof NotRead;
        if (!isFinal && !(error instanceof WorkerEnded)) throw error;
        if (isFinal || run.attempt >= lastAttempt)
          await run.step((db) => failReading(db, id, isFinal ? error.message : 'The file cannot be read'));
        else ended.push(id);
      });
    await run.step(async () => undefined, progress);
  }
  // The others are done, and are not read again.
  if (ended.length) throw new Error(`reading ended before its time: ${ended.join(', ')}`);
  const documents = await run.step(async (db) => {
    const outcomes = await outcomesOf(db, ids);
    if (isFailure(outcomes)) await noteResult(db, run.id, outcomes);
    return outcomes;
  });
  if (isFailure(documents))
    throw new RunFailed((documents.length === 1 ? documents[0]?.error : undefined) ?? 'None of the documents could be read');
  return { documents };
};

const isFailure = (documents: readonly components['schemas']['KnowledgeBaseProcessedDocument'][]) =>
  documents.every(({ outcome }) => outcome === 'failed');

interface ToRead {
  readonly id: string;
  readonly fileType: string;
  readonly fileKey: string;
}

/** @throws Unusable and NotRead for a file without text, WorkerEnded */
async function readInto(run: Attempt, { id, fileType, fileKey }: ToRead): Promise<void> {
  if (!(await run.step((db) => beginReading(db, id)))) return;
  const passages = await passagesOf(run, fileType, fileKey);
  let place = 0;
  for (const some of groupsOf(passages, atOnce)) {
    const from = place;
    await run.step((db) => insertPassages(db, id, some, from));
    place += some.length;
  }
  await run.step((db) => completeReading(db, id, passages.length));
}

async function passagesOf(
  { ports: { files }, actor: { organizationId }, signal }: Attempt,
  fileType: string,
  fileKey: string,
): Promise<readonly PassageText[]> {
  const kind = kindOf(fileType);
  if (!kind) throw new NotRead('Text cannot be read from files of this type');
  return readPassages({ organizationId, kind, content: contentOf(files, fileKey) }, { signal });
}

/** Opened when it is its turn. */
async function* contentOf(files: Files, key: string): AsyncGenerator<Uint8Array> {
  const content = await files.stream(key);
  if (!content) throw new NotRead('The file no longer exists');
  yield* content;
}

/** Why the text of a file is not read, though nothing went wrong with reading. */
class NotRead extends Error {}

function documentsIn(input: unknown): readonly string[] {
  const ids = isObject(input) ? input.documentIds : undefined;
  if (Array.isArray(ids) && ids.length > 0 && ids.every((id) => typeof id === 'string')) return ids;
  throw new TypeError('the run names no documents');
}
