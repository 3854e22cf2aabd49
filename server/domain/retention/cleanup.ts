import { sql } from 'kysely';
import { sweepObsoleteFiles } from '#platform/files/obsolete';
import { recordMissingSizes, removeDeleted, removeOrphans } from '#platform/files/sweep';
import { recordDirectUploads, removeExpired } from '#platform/files/uploads';
import { deleteAbandonedFiles } from '#domain/evidence-forms/abandoned';
import { removeExpiredExports } from './expired-exports.ts';
import { removeOldLostRoles } from '#domain/approvals/old-lost-roles';
import { removeOldNotifications } from './old-notifications.ts';
import { deleteExpiredInvitations } from '#domain/people/invitations/invitations';
import type { Log } from '#platform/log';
import type { Files } from '#platform/ports/files';
import type { SystemDatabase } from '#platform/database/handle';

const dayMs = 24 * 3_600_000;

/**
 * Deletes expired data every ten minutes: responses stored for repeated requests after a day, evidence archives after a week, past
 * rate-limit windows, unused files, notifications after 90 days, and finished runs, expired invitations and lost roles after 30 days. Also
 * records direct uploads to the file store. Once a day, it deletes drafts and files without a database row, and records missing file sizes.
 * @returns a function that stops the cleanup
 */
export function startCleanup(db: SystemDatabase, files: Files, log: Log): () => void {
  let lastDailyRun = 0;
  const timer = setInterval(() => {
    const isDue = performance.now() - lastDailyRun > dayMs || lastDailyRun === 0;
    if (isDue) lastDailyRun = performance.now();
    Promise.all([
      db
        .deleteFrom('idempotent_answer')
        .where('created_at', '<', sql<string>`now() - interval '24 hours'`)
        .execute(),
      db
        .deleteFrom('run')
        .where('finished_at', '<', sql<string>`now() - interval '30 days'`)
        .execute(),
      db
        .deleteFrom('rate_window')
        .where('ends_at', '<', sql<string>`now()`)
        .execute(),
      recordDirectUploads(db, files),
      removeExpired(db, files),
      removeExpiredExports(db),
      removeOldNotifications(db),
      removeOldLostRoles(db),
      deleteExpiredInvitations(db),
      deleteAbandonedFiles(db),
      sweepObsoleteFiles(db, files),
      removeDeleted(db, files),
      ...(isDue ? [files.removeDrafts(), removeOrphans(db, files), recordMissingSizes(db, files)] : []),
    ]).catch((error: unknown) => log.warn({ err: error }, 'housekeeping will be tried again'));
  }, 10 * 60_000).unref();
  return () => clearInterval(timer);
}
