/** Reading the file of a questionnaire: its questions, or why there are none (areas/questionnaires, states of a questionnaire). */
import { sql } from 'kysely';
import { extractText } from '../../../extraction/extract.ts';
import { kindOf } from '../../../extraction/kinds.ts';
import { Unusable } from '../../../extraction/unusable.ts';
import { kinds } from '../../../runs/kinds.ts';
import { startRun } from '../../../runs/start.ts';
import { type Attempt, RunFailed, type Work } from '../../../runs/works.ts';
import type { Item, QuestionExtractor } from '../extractor.ts';
import { findItems } from '../items.ts';
import { insertQuestions } from '../questions.ts';
import { findStored, holdQuestionnaire, updateQuestionnaire } from '../records.ts';
import { isToBeAnswered, questionnaireIn } from './input.ts';

/** The second. */
export const lastAttempt = 2;

export function parseWith(extractor: QuestionExtractor): Work {
  return async (run) => {
    const id = questionnaireIn(run.input);
    const totalQuestions = await parse(run, id, extractor, isToBeAnswered(run.input));
    return { questionnaireId: id, totalQuestions };
  };
}

/**
 * Finds the questions and stores them, all at once. When an earlier attempt has done that already, nothing is done.
 * @param answers whether a run that answers them is to follow @returns how many there are @throws RunFailed when the file is unusable
 */
export async function parse(run: Attempt, id: string, extractor: QuestionExtractor, answers: boolean): Promise<number> {
  const stored = await run.read((db) => findStored(db, id));
  if (!stored) throw gone();
  if (stored.status === 'completed') return stored.total_questions;
  const items = await itemsOf(run, stored, extractor).catch(async (error: unknown) => {
    const why = error instanceof Unusable ? error.message : run.attempt >= lastAttempt ? 'The file cannot be read' : undefined;
    if (why !== undefined) await run.step((db) => updateQuestionnaire(db, id, { status: 'failed', error: why }));
    throw error instanceof Unusable ? new RunFailed(error.message) : error;
  });
  return run.step(async (db) => {
    const held = await holdQuestionnaire(db, id);
    if (!held) throw gone();
    await insertQuestions(db, id, items.map(({ question }) => question));
    await db.updateTable('questionnaire').set({ status: 'completed', error: null, parsed_at: sql<string>`clock_timestamp()`, total_questions: items.length, updated_at: sql<string>`clock_timestamp()` }).where('id', '=', id).execute();
    const answering = { kind: 'auto_answer_questionnaire', permission: kinds.parse_questionnaire.permission, subject: id, total: items.length, input: { questionnaireId: id }, result: { questionnaireId: id } } as const;
    const further = answers ? await startRun(db, run.actor, answering) : undefined;
    if (further) await updateQuestionnaire(db, id, { runId: further.id });
    return items.length;
  });
}

async function itemsOf({ outside: { files }, signal, step }: Attempt, { file_key, file_type }: { readonly file_key: string | null; readonly file_type: string }, extractor: QuestionExtractor): Promise<Item[]> {
  const kind = kindOf(file_type);
  const bytes = file_key === null ? undefined : await files.read(file_key);
  if (!bytes || !kind) throw new Unusable('The file is no longer there');
  const blocks = await extractText(bytes, kind, { signal });
  return findItems(blocks, extractor, (done, total) => step(async () => undefined, { done, total }));
}

export const gone = () => new RunFailed('The questionnaire is no longer there');
