import { createReadStream } from 'node:fs';
import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '#generated/database';
import { hasNoSchema, migrate } from '#platform/database/migrate';
import { registerSecret, verifySecret } from '#platform/database/secret-mark';
import { withoutTimeouts } from '#platform/database/without-timeouts';
import { portsFrom } from '#platform/ports/index';
import { openUnmigrated } from '#start/open';
import { command, Failure } from './command.ts';
import { FileWriter } from './archive/files.ts';
import { type Header, openArchive } from './archive/format.ts';
import { secretMark } from './archive/secret-mark.ts';
import { findArchivedTables } from './archive/tables.ts';
import { RowWriter } from './archive/write-rows.ts';
import { type Installation, withInstallation } from './installation.ts';

export const importOrganization = command({
  name: 'import',
  meaning:
    'Imports an organization from a file or standard input, completely or not at all. It must have been exported by the same version, or by an older one if the database is new. SECRET must be the same, otherwise the encrypted data is lost.',
  allowed: { in: 'FILE' },
  plan: ({ in: file }) =>
    withInstallation(async (installation) => {
      const input = file === undefined ? process.stdin : createReadStream(file);
      try {
        return await importArchive(installation, input);
      } catch (error) {
        // Database and system errors are shown to the operator.
        if (error instanceof Error && 'code' in error) throw new Failure(`nothing was imported: ${error.message}`, { cause: error });
        throw error;
      } finally {
        input.destroy();
      }
    }, openUnmigrated),
});

async function importArchive({ config, database }: Installation, input: AsyncIterable<Buffer>): Promise<object> {
  const { header, entries } = await openArchive(input);
  const organizationId = header.organization;
  // A new database gets the schema of the file, which may be older, and is migrated after the import.
  const isNew = await hasNoSchema(database.system);
  await migrate(database.system, isNew ? header.migrations : undefined);
  if (!isNew) await verifySecret(database.system, config).catch(throwAsFailure);
  const { files, secrets } = await portsFrom(config);
  const fileWriter = new FileWriter(files, organizationId);
  try {
    const { rows, files: count } = await database.system.transaction().execute(async (db) => {
      await withoutTimeouts(db);
      await sql`select set_config('app.organization_id', ${organizationId}, true)`.execute(db);
      await sql`set constraints all deferred`.execute(db);
      await assertImportable(db, header);
      const writer = new RowWriter(db, await findArchivedTables(db), organizationId);
      let next = await entries.next();
      for (; !next.done; next = await entries.next()) await ('table' in next.value ? writer.add(next.value) : fileWriter.add(next.value));
      await writer.finish();
      await reindex(db, organizationId);
      return next.value;
    });
    await migrate(database.system);
    await registerSecret(database.system, config);
    if (header.secret !== secretMark(secrets, organizationId))
      console.error('warning: SECRET is not the one of the exporting installation, so data that was encrypted there cannot be read here');
    return { organizationId, rows, files: count };
  } catch (error) {
    await fileWriter.undo();
    throw error;
  }
}

function throwAsFailure(error: unknown): never {
  throw new Failure(error instanceof Error ? error.message : String(error), { cause: error });
}

/** Rebuilds search entries, because they depend on rows imported after them. If the schema lacks the function, a later migration rebuilds them. */
async function reindex(db: Transaction<SystemTables>, organizationId: string): Promise<void> {
  const { rows } = await sql`select from pg_proc where proname = 'index_again'`.execute(db);
  if (rows.length) await sql`select index_again(${organizationId})`.execute(db);
}

/** @throws Failure if the schemas differ or the organization already exists */
async function assertImportable(db: Transaction<SystemTables>, { organization, migrations }: Header): Promise<void> {
  const applied = (await db.selectFrom('migration').select('name').execute()).map(({ name }) => name);
  const [lacking, surplus] = [migrations.filter((name) => !applied.includes(name)), applied.filter((name) => !migrations.includes(name))];
  if (lacking.length || surplus.length) {
    const differences = [
      ...(lacking.length ? [`the database lacks ${lacking.join(', ')}`] : []),
      ...(surplus.length ? [`the file lacks ${surplus.join(', ')}`] : []),
    ];
    throw new Failure(`the schemas differ, so export and import with the same version: ${differences.join('; ')}`);
  }
  if (await db.selectFrom('organization').select('id').where('id', '=', organization).executeTakeFirst())
    throw new Failure(`the organization ${organization} already exists`);
}
