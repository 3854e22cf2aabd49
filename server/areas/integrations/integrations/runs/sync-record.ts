/** The log entry of a sync, and its entry in the history of the connection. */
import { sql } from 'kysely';
import { isObject } from '#platform/json-object';
import type { OrganizationDatabase } from '#platform/database/handle';

/** A sync in progress, which an earlier attempt may have begun. */
export interface StartedSync {
  /** The id of the log entry. */
  readonly id: string;
  /** Results of earlier attempts, by the name of the list in the result. */
  done(list: 'people' | 'devices'): unknown[];
}

/** Marks the sync as begun. @returns its entry in the log */
export async function startSyncRecord(db: OrganizationDatabase, runId: string): Promise<StartedSync> {
  const started = { status: 'running', started_at: sql<string>`coalesce(started_at, clock_timestamp())` } as const;
  await db.updateTable('integration_check_run').set(started).where('run_id', '=', runId).execute();
  const { id, result } = await db
    .updateTable('integration_sync_log')
    .set(started)
    .where('run_id', '=', runId)
    .returning(['id', 'result'])
    .executeTakeFirstOrThrow();
  return {
    id,
    done(list) {
      const known = isObject(result) ? result[list] : undefined;
      return Array.isArray(known) ? [...known] : [];
    },
  };
}

/** Stores the progress, so that another attempt can continue. */
export async function saveProgress(db: OrganizationDatabase, logId: string, done: object): Promise<void> {
  await db
    .updateTable('integration_sync_log')
    .set({ result: JSON.stringify(done) })
    .where('id', '=', logId)
    .execute();
}

interface Ended {
  readonly logId: string;
  readonly result: object;
  readonly checked: number;
  readonly errors: number;
  /** Lines about dropped entries. */
  readonly logs: readonly object[];
}

/** Marks the sync as ended. */
export async function finishSyncRecord(
  db: OrganizationDatabase,
  runId: string,
  { logId, result, checked, errors, logs }: Ended,
): Promise<void> {
  const ended = { status: 'success', completed_at: sql<string>`clock_timestamp()` } as const;
  await db
    .updateTable('integration_sync_log')
    .set({ ...ended, result: JSON.stringify(result) })
    .where('id', '=', logId)
    .execute();
  await db
    .updateTable('integration_check_run')
    .set({
      ...ended,
      total_checked: checked,
      passed_count: checked - errors,
      failed_count: errors,
      logs: JSON.stringify(logs),
    })
    .where('run_id', '=', runId)
    .execute();
}
