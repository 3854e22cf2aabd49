import { sql } from 'kysely';
import { removeLeftOver } from '../../platform/files/obsolete.ts';
import { measureStored, removeDeleted, removeOrphans } from '../../platform/files/sweep.ts';
import { countSent, removeExpired } from '../../platform/files/uploads.ts';
import { removeAbandoned } from '../evidence-forms/abandoned.ts';
import { removeExpiredExports } from './expired-exports.ts';
import { removeOldNotifications } from './old-notifications.ts';
import { removeForgotten } from '../invitations/offer.ts';
import type { Log } from '../../platform/log.ts';
import type { Files } from '../../platform/ports/files.ts';
import type { SystemDatabase } from '../../platform/database/handle.ts';

const day = 24 * 3_600_000;

/**
 * Throws away what has run out: stored answers after a day, archives of evidence after a week, counters of past minutes, finished runs and expired invitations after 30 days,
 * notifications after 90 days, files that nobody reads; and once a day files that no row knows. @returns stops it
 */
export function housekeeping(db: SystemDatabase, files: Files, log: Log): () => void {
  let swept = 0;
  const timer = setInterval(() => {
    const isDue = performance.now() - swept > day || swept === 0;
    if (isDue) swept = performance.now();
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
      countSent(db, files),
      removeExpired(db, files),
      removeExpiredExports(db),
      removeOldNotifications(db),
      removeForgotten(db),
      removeAbandoned(db),
      removeLeftOver(db, files),
      removeDeleted(db, files),
      ...(isDue ? [files.removeDrafts(), removeOrphans(db, files), measureStored(db, files)] : []),
    ]).catch((error: unknown) => log.warn({ err: error }, 'housekeeping will be tried again'));
  }, 10 * 60_000).unref();
  return () => clearInterval(timer);
}
