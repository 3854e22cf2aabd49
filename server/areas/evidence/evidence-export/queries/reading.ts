/** Reads evidence of any length in batches, each in its own transaction (evidence-export, rule 16). */
import { attachmentColumns, type AttachmentRow } from '#domain/collaboration/attachments/attachments';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Automation, EvidenceResult, EvidenceTask } from '../rules/evidence.ts';
import { redactResult, redactRun } from '../rules/redaction.ts';
import { type RunWithoutResults, listResults, listRuns } from './runs.ts';
import { listTasks } from './tasks.ts';

/** Runs `work` in a read-only transaction. */
export type ReadTransaction = <R>(work: (db: OrganizationDatabase) => Promise<R>) => Promise<R>;

const batchSizes = { runs: 50, results: 500, files: 500, tasks: 500 } as const;

/** Yields the runs of a check or an automation on a task, newest first, with secrets redacted. */
export async function* readRuns(
  read: ReadTransaction,
  task: EvidenceTask,
  automation: Automation,
  max = Infinity,
): AsyncGenerator<RunWithoutResults> {
  const runs = readInBatches<RunWithoutResults>(batchSizes.runs, max, (after, limit) =>
    read((db) => listRuns(db, task, automation, after, limit)),
  );
  for await (const run of runs) yield redactRun(run);
}

/** Yields the results of a run in batches, failed results first, with secrets redacted. Only checks have results. */
export async function* readResults(
  read: ReadTransaction,
  run: Pick<RunWithoutResults, 'id' | 'type'>,
  max = Infinity,
): AsyncGenerator<EvidenceResult[]> {
  if (run.type !== 'app_automation') return;
  let after = -1;
  for (let remaining = max; remaining > 0;) {
    const limit = Math.min(batchSizes.results, remaining);
    const { results, last } = await read((db) => listResults(db, run.id, after, limit));
    if (results.length) yield results.map(redactResult);
    if (last === undefined || results.length < limit) return;
    after = last;
    remaining -= results.length;
  }
}

/** Yields the files of a task, oldest first. */
export function readFiles(read: ReadTransaction, { id }: EvidenceTask, max = Infinity): AsyncGenerator<AttachmentRow> {
  return readInBatches(batchSizes.files, max, (after, limit) => read((db) => listFiles(db, id, after, limit)));
}

function listFiles(db: OrganizationDatabase, taskId: string, after: AttachmentRow | undefined, limit: number): Promise<AttachmentRow[]> {
  return db
    .selectFrom('attachment')
    .select(attachmentColumns)
    .where('entity_type', '=', 'task')
    .where('entity_id', '=', taskId)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('attachment.created_at', 'attachment.id'), '>', tuple(after?.createdAt ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('attachment.created_at')
    .orderBy('attachment.id')
    .limit(limit)
    .execute();
}

/** Yields the tasks that have evidence, sorted by title. @param frameworkInstanceId selects only the tasks of this framework */
export function readTasks(read: ReadTransaction, frameworkInstanceId: string | undefined): AsyncGenerator<EvidenceTask> {
  return readInBatches(batchSizes.tasks, Infinity, (after, limit) => read((db) => listTasks(db, frameworkInstanceId, after, limit)));
}

/** @param size rows in a batch @param next reads at most `limit` rows after the row `after`, or from the start if that is undefined */
async function* readInBatches<Row>(
  size: number,
  max: number,
  next: (after: Row | undefined, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let after: Row | undefined;
  for (let remaining = max; remaining > 0;) {
    const limit = Math.min(size, remaining);
    const rows = await next(after, limit);
    yield* rows;
    if (rows.length < limit) return;
    after = rows.at(-1);
    remaining -= rows.length;
  }
}
