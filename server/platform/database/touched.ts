import { sql } from 'kysely';

/** Makes a statement of an update that may change nothing, which counts as a change all the same: the database writes the new time (migration 0035). */
export const touched = { updated_at: sql.ref<string>('updated_at') };
