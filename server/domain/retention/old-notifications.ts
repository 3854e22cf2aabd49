import { sql } from 'kysely';
import type { SystemDatabase } from '#platform/database/handle';

/** Deletes notifications after 90 days, read or not (notifications, rule 6). */
export async function removeOldNotifications(db: SystemDatabase): Promise<void> {
  await db
    .deleteFrom('notification')
    .where('created_at', '<', sql<string>`now() - interval '90 days'`)
    .execute();
}
