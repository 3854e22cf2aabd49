/** Reading the file of a questionnaire: its questions, or why there are none (spec/areas/questionnaires, states of a questionnaire). */
import { sql } from 'kysely';
import { kindOf } from '../../../documents/extraction/kinds.ts';
import { Unusable } from '../../../documents/extraction/unusable.ts';
import type { Files } from '../../../platform/ports/files.ts';
import { kinds } from '../../../platform/jobs/kinds.ts';
import { startRun } from '../../../platform/jobs/start.ts';
import { type Attempt, RunFailed, type JobHandler } from '../../../platform/jobs/job-handlers.ts';
import { WorkerEnded } from '../../../platform/workers/process.ts';
import type { Question } from '../rules/items.ts';
import { insertQuestions } from '../queries/questions.ts';
import { findQuestions } from '../documents/read/read.ts';
import { findStored, lockQuestionnaire, updateQuestionnaire } from '../queries/questionnaires.ts';
import { isToBeAnswered, questionnaireIn } from './input.ts';

/** The number of the last attempt. */
export const lastAttempt = 2;

export const parseQuestionnaire: JobHandler = async (run) => {
  const id = questionnaireIn(run.input);
  const totalQuestions = await parse(run, id, isToBeAnswered(run.input));
  return { questionnaireId: id, totalQuestions };
};

/**
 * Finds the questions and stores them, all at once. When an earlier attempt has done that already, nothing is done.
 * @param answers whether a run that answers them is to follow @returns how many there are @throws RunFailed when the file is unusable
 */
export async function parse(run: Attempt, id: string, answers: boolean): Promise<number> {
  const stored = await run.read((db) => findStored(db, id));
  if (!stored) throw gone();
  if (stored.status === 'completed') return stored.total_questions;
  const items = await itemsOf(run, stored).catch(async (error: unknown) => {
    // Whether there is another attempt is not decided here, and until there is none it is being read.
    if (error instanceof WorkerEnded) throw error;
    const isFinal = error instanceof Unusable || error instanceof FileGone;
    const why = isFinal ? error.message : run.attempt >= lastAttempt ? 'The file cannot be read' : undefined;
    if (why !== undefined) await run.step((db) => updateQuestionnaire(db, id, { status: 'failed', error: why }));
    throw isFinal ? new RunFailed(error.message) : error;
  });
  return run.step(async (db) => {
    const held = await lockQuestionnaire(db, id);
    if (!held) throw gone();
    await insertQuestions(db, id, items);
    await db
      .updateTable('questionnaire')
      .set({
        status: 'completed',
        error: null,
        parsed_at: sql<string>`clock_timestamp()`,
        total_questions: items.length,
      })
      .where('id', '=', id)
      .execute();
    const answering = {
      kind: 'auto_answer_questionnaire',
      permission: kinds.parse_questionnaire.permission,
      subject: id,
      total: items.length,
      input: { questionnaireId: id },
      result: { questionnaireId: id },
    } as const;
    const further = answers ? await startRun(db, run.actor, answering) : undefined;
    if (further) await updateQuestionnaire(db, id, { runId: further.id });
    return items.length;
  });
}

async function itemsOf(
  { ports: { files }, actor: { organizationId }, signal, step }: Attempt,
  { file_key, file_type }: { readonly file_key: string | null; readonly file_type: string },
): Promise<readonly Question[]> {
  const kind = kindOf(file_type);
  if (file_key === null || !kind) throw new FileGone();
  const { items, pieces } = await findQuestions({ organizationId, kind, content: contentOf(files, file_key) }, { signal });
  await step(async () => undefined, { done: pieces, total: pieces });
  return items;
}

/** Opened when it is its turn. */
async function* contentOf(files: Files, key: string): AsyncGenerator<Uint8Array> {
  const content = await files.stream(key);
  if (!content) throw new FileGone();
  yield* content;
}

/** The file is not among the stored ones any more. */
class FileGone extends Error {
  override readonly message = 'The file no longer exists';
}
export const gone = () => new RunFailed('The questionnaire no longer exists');
