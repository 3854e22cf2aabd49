import { sql } from 'kysely';
import type { components } from '../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { runColumns, runOf } from '../../platform/jobs/record.ts';

type Run = components['schemas']['Run'];

export async function findRun(db: OrganizationDatabase, id: string): Promise<Run | undefined> {
  const row = await db.selectFrom('run').select(runColumns).where('id', '=', id).executeTakeFirst();
  return row && runOf(row);
}

/** The same; it stays as it is until the transaction ends. Waits for the step that is being worked on. */
export async function lockRun(db: OrganizationDatabase, id: string): Promise<Run | undefined> {
  const row = await db.selectFrom('run').select(runColumns).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && runOf(row);
}

/** @param id of a run that is queued or running, and held */
export async function cancel(db: OrganizationDatabase, id: string): Promise<Run> {
  return runOf(
    await db
      .updateTable('run')
      .set({ status: 'cancelled', lease: null, finished_at: sql<string>`clock_timestamp()` })
      .where('id', '=', id)
      .returning(runColumns)
      .executeTakeFirstOrThrow(),
  );
}
