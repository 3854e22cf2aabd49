/** Extracts and stores questions of an uploaded file (spec/areas/assurance-to-customers/questionnaires, states of a questionnaire). */
import { sql } from 'kysely';
import { fileKindOf } from '#documents/extraction/kinds';
import { UnusableFile } from '#documents/extraction/unusable';
import type { Files } from '#platform/ports/files';
import { kinds } from '#platform/jobs/kinds';
import { startRun } from '#platform/jobs/start';
import { type Attempt, RunFailed, type JobHandler } from '#platform/jobs/job-handlers';
import { WorkerEnded } from '#platform/workers/process';
import type { Question } from '../rules/items.ts';
import { insertQuestions } from '../queries/questions.ts';
import { findQuestions } from '../documents/read/read.ts';
import { findQuestionnaireRow, lockQuestionnaire, updateQuestionnaire } from '../queries/questionnaires.ts';
import { isAutoAnswer, questionnaireIdIn } from './input.ts';

/** The number of the last attempt. If it fails, the questionnaire is marked as failed. */
export const lastAttempt = 2;

export const parseQuestionnaire: JobHandler = async (run) => {
  const id = questionnaireIdIn(run.input);
  const totalQuestions = await parse(run, id, isAutoAnswer(run.input));
  return { questionnaireId: id, totalQuestions };
};

/**
 * Finds the questions of a file and stores them in one transaction. Does nothing if an earlier attempt has stored them.
 * @param shouldAnswer whether to start a run that answers the questions
 * @returns the number of questions
 * @throws RunFailed if the file is unusable
 */
export async function parse(run: Attempt, id: string, shouldAnswer: boolean): Promise<number> {
  const questionnaireRow = await run.read((db) => findQuestionnaireRow(db, id));
  if (!questionnaireRow) throw questionnaireDeleted();
  if (questionnaireRow.status === 'completed') return questionnaireRow.total_questions;
  const items = await readQuestions(run, questionnaireRow).catch(async (error: unknown) => {
    // The job queue may start another attempt, so the status stays `parsing` until the last one.
    if (error instanceof WorkerEnded) throw error;
    const isFinal = error instanceof UnusableFile || error instanceof FileDeleted;
    const reason = isFinal ? error.message : run.attempt >= lastAttempt ? 'The file cannot be read' : undefined;
    if (reason !== undefined) await run.step((db) => updateQuestionnaire(db, id, { status: 'failed', error: reason }));
    throw isFinal ? new RunFailed(error.message) : error;
  });
  return run.step(async (db) => {
    const lockedQuestionnaire = await lockQuestionnaire(db, id);
    if (!lockedQuestionnaire) throw questionnaireDeleted();
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
    const nextRun = {
      kind: 'auto_answer_questionnaire',
      permission: kinds.parse_questionnaire.permission,
      subject: id,
      total: items.length,
      input: { questionnaireId: id },
      result: { questionnaireId: id },
    } as const;
    const startedRun = shouldAnswer ? await startRun(db, run.actor, nextRun) : undefined;
    if (startedRun) await updateQuestionnaire(db, id, { runId: startedRun.id });
    return items.length;
  });
}

async function readQuestions(
  { ports: { files }, actor: { organizationId }, signal, step }: Attempt,
  { file_key, file_type }: { readonly file_key: string | null; readonly file_type: string },
): Promise<readonly Question[]> {
  const kind = fileKindOf(file_type);
  if (file_key === null || !kind) throw new FileDeleted();
  const { items, chunkCount } = await findQuestions({ organizationId, kind, content: readContent(files, file_key) }, { signal });
  await step(async () => undefined, { done: chunkCount, total: chunkCount });
  return items;
}

/** Opens the file only when its content is needed. */
async function* readContent(files: Files, key: string): AsyncGenerator<Uint8Array> {
  const content = await files.stream(key);
  if (!content) throw new FileDeleted();
  yield* content;
}

/** The file is no longer stored. */
class FileDeleted extends Error {
  override readonly message = 'The file no longer exists';
}
export const questionnaireDeleted = () => new RunFailed('The questionnaire no longer exists');
