/** A database for the demonstration organization, which is loaded on the embedded engine only. */
import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import { catalogue } from '../../server/domain/catalogue/index.ts';
import { loadCatalogue } from '../../server/domain/catalogue/load.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { type Database, openDatabase } from '../../server/platform/database/open.ts';

/** Always the embedded engine: on no other is there a demonstration. */
export async function emptyDatabase(): Promise<Database> {
  const dump = inject('dump');
  if (dump) return openDatabase({ dump: new Blob([readFileSync(dump)]) });
  const database = await openDatabase({});
  await migrate(database.system);
  await loadCatalogue(database.system, catalogue);
  return database;
}
