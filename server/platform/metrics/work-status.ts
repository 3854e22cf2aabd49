/** Status of an installation's background work over all servers, for metrics and the operator. */
import { sql } from 'kysely';
import type { SystemDatabase } from '../database/handle.ts';
import { maxAttempts } from '../mail/sender.ts';

export interface WorkStatus {
  readonly runsQueued: number;
  readonly runsRunning: number;
  /** Runs that failed in the last hour. */
  readonly runsFailed: number;
  /** Seconds that the oldest waiting run is overdue. */
  readonly oldestRun: number;
  readonly mailsWaiting: number;
  /** Mails that even the last attempt could not send. */
  readonly mailsGivenUp: number;
  /** Age of the oldest waiting mail in seconds. */
  readonly oldestMail: number;
  /** Uploads whose bytes have not arrived yet. */
  readonly uploadsUnfinished: number;
  readonly storedBytes: number;
  /** Audit logs with entries that no checkpoint has covered for two hours. */
  readonly auditLogsOverdue: number;
  /** Checkpoints not yet written to AUDIT_ANCHOR; all checkpoints if it is not set. */
  readonly checkpointsUnanchored: number;
  /** Time of the newest backup by the command, in seconds since 1970; null when none is recorded. */
  readonly lastBackup: number | null;
}

/** @returns the current numbers, in a single query */
export async function findWorkStatus(db: SystemDatabase): Promise<WorkStatus> {
  const {
    rows: [row],
  } = await sql<WorkStatus>`
    with work as (select status, due_at from run where status in ('queued', 'running')),
    outbox as (select attempts, created_at from mail where sent_at is null)
    select
      (select count(*) from work where status = 'queued')::integer as "runsQueued",
      (select count(*) from work where status = 'running')::integer as "runsRunning",
      (select count(*) from run where status = 'failed' and finished_at > now() - interval '1 hour')::integer as "runsFailed",
      (select coalesce(extract(epoch from now() - min(due_at)), 0) from work where status = 'queued' and due_at <= now())::float8 as "oldestRun",
      (select count(*) from outbox where attempts < ${maxAttempts})::integer as "mailsWaiting",
      (select count(*) from outbox where attempts >= ${maxAttempts})::integer as "mailsGivenUp",
      (select coalesce(extract(epoch from now() - min(created_at)), 0) from outbox where attempts < ${maxAttempts})::float8 as "oldestMail",
      (select count(*) from upload where kept and content_key is null and consumed_at is null and expires_at > now())::integer as "uploadsUnfinished",
      (select coalesce(sum(bytes), 0) from storage_usage)::float8 as "storedBytes",
      (select count(*) from audit_head h
        left join lateral (select c.sequence, c.created_at from audit_checkpoint c where c.organization_id = h.organization_id order by c.sequence desc limit 1) last on true
        where h.sequence > coalesce(last.sequence, 0) and (last.sequence is null or last.created_at <= now() - interval '2 hours'))::integer as "auditLogsOverdue",
      (select count(*) from audit_checkpoint where anchored_at is null)::integer as "checkpointsUnanchored",
      (select extract(epoch from max(taken_at)) from installation_backup)::float8 as "lastBackup"`.execute(db);
  if (!row) throw new Error('the query returned no row');
  return row;
}
