/** How the work of an installation stands, whichever server does it: for metrics, and for the operator. */
import { sql } from 'kysely';
import type { SystemDatabase } from '../database/handle.ts';
import { mostAttempts } from '../mail/sender.ts';

export interface Standing {
  readonly runsQueued: number;
  readonly runsRunning: number;
  /** In the last hour. */
  readonly runsFailed: number;
  /** Seconds since the run that waits longest was due. */
  readonly oldestRun: number;
  readonly mailsWaiting: number;
  /** Not sent after the last attempt. */
  readonly mailsGivenUp: number;
  /** Seconds since the oldest mail that waits was written. */
  readonly oldestMail: number;
  /** Reserved uploads whose bytes have not come yet. */
  readonly uploadsUnfinished: number;
  readonly storedBytes: number;
  /** Audit logs with entries that no checkpoint has covered for two hours. */
  readonly auditLogsOverdue: number;
  /** Checkpoints that were not written to AUDIT_ANCHOR yet; all of them where there is none. */
  readonly checkpointsUnanchored: number;
  /** When the newest backup by the command was taken, in seconds since 1970; null where none is recorded. */
  readonly lastBackup: number | null;
}

/** @returns the numbers at this moment, in one question */
export async function findStanding(db: SystemDatabase): Promise<Standing> {
  const {
    rows: [row],
  } = await sql<Standing>`
    with work as (select status, due_at from run where status in ('queued', 'running')),
    outbox as (select attempts, created_at from mail where sent_at is null)
    select
      (select count(*) from work where status = 'queued')::integer as "runsQueued",
      (select count(*) from work where status = 'running')::integer as "runsRunning",
      (select count(*) from run where status = 'failed' and finished_at > now() - interval '1 hour')::integer as "runsFailed",
      (select coalesce(extract(epoch from now() - min(due_at)), 0) from work where status = 'queued' and due_at <= now())::float8 as "oldestRun",
      (select count(*) from outbox where attempts < ${mostAttempts})::integer as "mailsWaiting",
      (select count(*) from outbox where attempts >= ${mostAttempts})::integer as "mailsGivenUp",
      (select coalesce(extract(epoch from now() - min(created_at)), 0) from outbox where attempts < ${mostAttempts})::float8 as "oldestMail",
      (select count(*) from upload where kept and content_key is null and consumed_at is null and expires_at > now())::integer as "uploadsUnfinished",
      (select coalesce(sum(bytes), 0) from storage_usage)::float8 as "storedBytes",
      (select count(*) from audit_head h
        left join lateral (select c.sequence, c.created_at from audit_checkpoint c where c.organization_id = h.organization_id order by c.sequence desc limit 1) last on true
        where h.sequence > coalesce(last.sequence, 0) and (last.sequence is null or last.created_at <= now() - interval '2 hours'))::integer as "auditLogsOverdue",
      (select count(*) from audit_checkpoint where anchored_at is null)::integer as "checkpointsUnanchored",
      (select extract(epoch from max(taken_at)) from installation_backup)::float8 as "lastBackup"`.execute(db);
  if (!row) throw new Error('one row was asked for, and none came');
  return row;
}
