import type { Transaction } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';
import type { Files } from '../platform/ports/files.ts';
import { command, Failure } from './command.ts';
import { piecesOf } from './archive/files.ts';
import { type Header, type Written, writeArchive } from './archive/format.ts';
import { rowsOf } from './archive/read-rows.ts';
import { secretMark } from './archive/secret-mark.ts';
import { tablesIn } from './archive/tables.ts';
import { withoutTimeouts } from '../platform/database/without-timeouts.ts';
import { withInstallation } from './installation.ts';
import { unwritten, writeFile } from './written-file.ts';

export const exportOrganization = command({
  name: 'export',
  meaning:
    'Writes all data of an organization, including its files, as lines of JSON to a file or to standard output. The export contains personal data.',
  needed: { organization: 'ID' },
  allowed: { out: 'FILE' },
  plan: ({ organization, out }) =>
    withInstallation(async ({ database, ports }) => {
      const { files, secrets } = await ports();
      // As of one moment, whatever is written meanwhile.
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
            await writeArchive(header, entries, process.stdout).catch((error: unknown) => unwritten('export', error));
            return undefined;
          }
          return {
            organizationId: organization,
            file: out,
            ...(await writeFile('export', out, (to) => writeArchive(header, entries, to))),
          };
        });
    }),
});

async function* entriesOf(db: Transaction<SystemTables>, files: Files, organizationId: string): AsyncGenerator<Written> {
  for (const table of await tablesIn(db)) yield* rowsOf(db, table, organizationId);
  yield* piecesOf(files, organizationId);
}
