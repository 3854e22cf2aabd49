/** Queries of background runs. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { runColumns, runOf } from '#platform/jobs/record';

type Run = components['schemas']['Run'];

export async function findRun(db: OrganizationDatabase, id: string): Promise<Run | undefined> {
  const row = await db.selectFrom('run').select(runColumns).where('id', '=', id).executeTakeFirst();
  return row && runOf(row);
}

/** Like `findRun`, but locks the run until the transaction ends. Waits until the current step of the run has finished. */
export async function lockRun(db: OrganizationDatabase, id: string): Promise<Run | undefined> {
  const row = await db.selectFrom('run').select(runColumns).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && runOf(row);
}

/** Cancels a run. @param id the id of a locked run that is queued or running */
export async function markCancelled(db: OrganizationDatabase, id: string): Promise<Run> {
  return runOf(
    await db
      .updateTable('run')
      .set({ status: 'cancelled', lease: null, finished_at: sql<string>`clock_timestamp()` })
      .where('id', '=', id)
      .returning(runColumns)
      .executeTakeFirstOrThrow(),
  );
}
