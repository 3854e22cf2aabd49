/** Evidence of any length, read in batches, each in a transaction of its own (spec/areas/evidence-export, rule 16). */
import { attachmentColumns, type AttachmentRow } from '../../../domain/attachments/attachments.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Automation, EvidenceResult, EvidenceTask } from '../rules/evidence.ts';
import { redactedResult, redactedRun } from '../rules/shortened.ts';
import { type BareRun, listResults, listRuns } from './runs.ts';
import { listTasks } from './tasks.ts';

/** One transaction that writes nothing. */
export type Read = <R>(work: (db: OrganizationDatabase) => Promise<R>) => Promise<R>;

const batch = { runs: 50, results: 500, files: 500, tasks: 500 } as const;

/** The runs of a check or an automation on a task, newest first, without secrets. */
export async function* runsOf(read: Read, task: EvidenceTask, automation: Automation, most = Infinity): AsyncGenerator<BareRun> {
  const runs = inBatches<BareRun>(batch.runs, most, (after, limit) => read((db) => listRuns(db, task, automation, after, limit)));
  for await (const run of runs) yield redactedRun(run);
}

/** What a run found, failed results first, without secrets, as lists of bounded length. */
export async function* resultsOf(read: Read, run: Pick<BareRun, 'id' | 'type'>, most = Infinity): AsyncGenerator<EvidenceResult[]> {
  if (run.type !== 'app_automation') return;
  let after = -1;
  for (let left = most; left > 0;) {
    const limit = Math.min(batch.results, left);
    const { results, last } = await read((db) => listResults(db, run.id, after, limit));
    if (results.length) yield results.map(redactedResult);
    if (last === undefined || results.length < limit) return;
    after = last;
    left -= results.length;
  }
}

/** The files of a task, oldest first. */
export function filesOf(read: Read, { id }: EvidenceTask, most = Infinity): AsyncGenerator<AttachmentRow> {
  return inBatches(batch.files, most, (after, limit) => read((db) => listFiles(db, id, after, limit)));
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

/** The tasks that have evidence, by title. @param frameworkInstanceId the framework whose tasks are read, instead of all */
export function tasksOf(read: Read, frameworkInstanceId: string | undefined): AsyncGenerator<EvidenceTask> {
  return inBatches(batch.tasks, Infinity, (after, limit) => read((db) => listTasks(db, frameworkInstanceId, after, limit)));
}

/** @param size rows that are read at once @param next gives the rows behind one, or the first ones, and at most so many */
async function* inBatches<Row>(
  size: number,
  most: number,
  next: (after: Row | undefined, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let after: Row | undefined;
  for (let left = most; left > 0;) {
    const limit = Math.min(size, left);
    const rows = await next(after, limit);
    yield* rows;
    if (rows.length < limit) return;
    after = rows.at(-1);
    left -= rows.length;
  }
}
