import { sql } from 'kysely';

/** Makes an update valid even without changed columns. The database then writes the new time (migration 0010). */
export const touchUpdatedAt = { updated_at: sql.ref<string>('updated_at') };
