/** A database for the demonstration organization, which is loaded on the embedded engine only. */
import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import { loadRelease } from '#domain/catalogue/release';
import { migrate } from '#platform/database/migrate';
import { type Database, openDatabase } from '#platform/database/open';

/** Always the embedded engine, because the demonstration is loaded on no other. */
export async function emptyDatabase(): Promise<Database> {
  const dump = inject('dump');
  if (dump) return openDatabase({ dump: new Blob([readFileSync(dump)]) });
  const database = await openDatabase({});
  await migrate(database.system);
  await loadRelease(database.system);
  return database;
}
