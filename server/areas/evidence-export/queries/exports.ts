/** Exports of the organization: their runs, and the archives that they have made (spec/areas/evidence-export, rules 13 and 15). */
import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Measure } from '../../../platform/ports/files.ts';
import { runColumns, runOf } from '../../../platform/jobs/record.ts';
import { type ExportInput, isSameExport } from '../rules/exports.ts';

type Run = components['schemas']['Run'];

const kind = 'evidence_export';

/** @returns the export that is queued or running, and whether it was asked for in the same way */
export async function findUnderWay(
  db: OrganizationDatabase,
  wanted: ExportInput,
): Promise<{ readonly run: Run; readonly isSame: boolean } | undefined> {
  const row = await db
    .selectFrom('run')
    .select([...runColumns, 'input'])
    .where('kind', '=', kind)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return row && { run: runOf(row), isSame: isSameExport(row.input, wanted) };
}

/** @returns the newest export that was asked for in the same way within the last 30 minutes, and is completed */
export async function findRecent(db: OrganizationDatabase, wanted: ExportInput): Promise<Run | undefined> {
  const rows = await db
    .selectFrom('run')
    .select([...runColumns, 'input'])
    .where('kind', '=', kind)
    .where('status', '=', 'completed')
    .where('created_at', '>', sql<string>`now() - interval '30 minutes'`)
    .orderBy('created_at', 'desc')
    .execute();
  const row = rows.find(({ input }) => isSameExport(input, wanted));
  return row && runOf(row);
}

/** @returns whether there is such a run, and its archive while it is kept */
export async function findExport(db: OrganizationDatabase, runId: string) {
  const run = await db.selectFrom('run').select('status').where('id', '=', runId).where('kind', '=', kind).executeTakeFirst();
  const archive = await db
    .selectFrom('evidence_export')
    .select(['file_name as fileName', 'file_size as fileSize', 'file_key as fileKey'])
    .where('id', '=', runId)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst();
  return run && { status: run.status, archive };
}

/** Notes the archive of a run, in place of the one that an earlier attempt has made. */
export async function noteArchive(
  db: OrganizationDatabase,
  runId: string,
  {
    fileName,
    fileKey,
    size,
    expiresAt,
  }: { readonly fileName: string; readonly fileKey: string; readonly expiresAt: string } & Pick<Measure, 'size'>,
): Promise<void> {
  await db.deleteFrom('evidence_export').where('id', '=', runId).execute();
  await db
    .insertInto('evidence_export')
    .values({ id: runId, file_name: fileName, file_size: size, file_key: fileKey, expires_at: expiresAt })
    .execute();
}
