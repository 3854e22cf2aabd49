/** A database for the demonstration organization, which is loaded on the embedded engine only. */
import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import { loadRelease } from '../../server/domain/catalogue/release.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { type Database, openDatabase } from '../../server/platform/database/open.ts';

/** Always the embedded engine: on no other is there a demonstration. */
export async function emptyDatabase(): Promise<Database> {
  const dump = inject('dump');
  if (dump) return openDatabase({ dump: new Blob([readFileSync(dump)]) });
  const database = await openDatabase({});
  await migrate(database.system);
  await loadRelease(database.system);
  return database;
}
