import { sql } from 'kysely';

/** Makes an update that may change nothing a statement anyway. The database counts it as a change and writes the new time (migration 0035). */
export const touched = { updated_at: sql.ref<string>('updated_at') };
