/** Updates the records of a sync: its entry in the sync log, and its check run in the history of the connection. */
import { sql } from 'kysely';
import { isObject } from '#platform/json-object';
import type { OrganizationDatabase } from '#platform/database/handle';

/** A sync in progress, which an earlier attempt may have begun. */
export interface StartedSync {
  /** The id of the log entry. */
  readonly id: string;
  /** @returns the results that earlier attempts have stored in this list */
  done(list: 'people' | 'devices'): unknown[];
}

/** Marks a sync as running. @returns its entry in the sync log */
export async function startSyncRecord(db: OrganizationDatabase, runId: string): Promise<StartedSync> {
  const startColumns = { status: 'running', started_at: sql<string>`coalesce(started_at, clock_timestamp())` } as const;
  await db.updateTable('integration_check_run').set(startColumns).where('run_id', '=', runId).execute();
  const { id, result } = await db
    .updateTable('integration_sync_log')
    .set(startColumns)
    .where('run_id', '=', runId)
    .returning(['id', 'result'])
    .executeTakeFirstOrThrow();
  return {
    id,
    done(list) {
      const storedList = isObject(result) ? result[list] : undefined;
      return Array.isArray(storedList) ? [...storedList] : [];
    },
  };
}

/** Stores the results so far, so that another attempt can continue after them. */
export async function saveProgress(db: OrganizationDatabase, logId: string, done: object): Promise<void> {
  await db
    .updateTable('integration_sync_log')
    .set({ result: JSON.stringify(done) })
    .where('id', '=', logId)
    .execute();
}

interface SyncEnd {
  readonly logId: string;
  readonly result: object;
  readonly checked: number;
  readonly errors: number;
  /** Lines about dropped entries. */
  readonly logs: readonly object[];
}

/** Marks a sync as successful and stores its result. */
export async function finishSyncRecord(
  db: OrganizationDatabase,
  runId: string,
  { logId, result, checked, errors, logs }: SyncEnd,
): Promise<void> {
  const endColumns = { status: 'completed', completed_at: sql<string>`clock_timestamp()` } as const;
  await db
    .updateTable('integration_sync_log')
    .set({ ...endColumns, result: JSON.stringify(result) })
    .where('id', '=', logId)
    .execute();
  await db
    .updateTable('integration_check_run')
    .set({
      ...endColumns,
      total_checked: checked,
      passed_count: checked - errors,
      failed_count: errors,
      logs: JSON.stringify(logs),
    })
    .where('run_id', '=', runId)
    .execute();
}
