/** Command that exports an organization to a file. */
import type { Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import type { Files } from '#platform/ports/files';
import { command, Failure } from './command.ts';
import { readFileChunks } from './archive/files.ts';
import { type Header, type ArchiveEntry, writeArchive } from './archive/format.ts';
import { readRows } from './archive/read-rows.ts';
import { secretMark } from './archive/secret-mark.ts';
import { findArchivedTables } from './archive/tables.ts';
import { withoutTimeouts } from '#platform/database/without-timeouts';
import { withInstallation } from './installation.ts';
import { failToWrite, writeFile } from './write-file.ts';

export const exportOrganization = command({
  name: 'export',
  meaning:
    'Writes all data of an organization, including its files, as lines of JSON to a file or to standard output. The export contains personal data.',
  needed: { organization: 'ID' },
  allowed: { out: 'FILE' },
  plan: ({ organization, out }) =>
    withInstallation(async ({ database, ports }) => {
      const { files, secrets } = await ports();
      // The transaction reads one snapshot, so changes made meanwhile have no effect.
      return database.system
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (db) => {
          await withoutTimeouts(db);
          if (!(await db.selectFrom('organization').select('id').where('id', '=', organization).executeTakeFirst()))
            throw new Failure(`there is no organization ${organization}`);
          const migrations = await db.selectFrom('migration').select('name').orderBy('name').execute();
          const header: Header = {
            format: 1,
            organization,
            migrations: migrations.map(({ name }) => name),
            secret: secretMark(secrets, organization),
          };
          const entries = entriesOf(db, files, organization);
          if (out === undefined) {
            await writeArchive(header, entries, process.stdout).catch((error: unknown) => failToWrite('export', error));
            return undefined;
          }
          return {
            organizationId: organization,
            file: out,
            ...(await writeFile('export', out, (output) => writeArchive(header, entries, output))),
          };
        });
    }),
});

async function* entriesOf(db: Transaction<SystemTables>, files: Files, organizationId: string): AsyncGenerator<ArchiveEntry> {
  for (const table of await findArchivedTables(db)) yield* readRows(db, table, organizationId);
  yield* readFileChunks(files, organizationId);
}
