/** The entry of a sync in the log, and its place in the history of the connection. */
import { sql } from 'kysely';
import { isObject } from '../../../platform/json-object.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

/** A sync that has begun, perhaps in an attempt before this one. */
export interface Begun {
  /** Of its entry in the log. */
  readonly id: string;
  /** What the attempts before this one did, by the name of the list in the result. */
  done(list: 'people' | 'devices'): unknown[];
}

/** Marks the sync as begun. @returns its entry in the log */
export async function begin(db: OrganizationDatabase, runId: string): Promise<Begun> {
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

/** Keeps what is done so far, for another attempt to go on from. */
export async function keep(db: OrganizationDatabase, logId: string, done: object): Promise<void> {
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
  /** Lines about entries that were left out. */
  readonly logs: readonly object[];
}

/** Marks the sync as ended. */
export async function finish(db: OrganizationDatabase, runId: string, { logId, result, checked, errors, logs }: Ended): Promise<void> {
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
