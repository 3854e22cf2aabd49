/** Finds the export runs of the organization and stores their archives (evidence-export, rules 13 and 15). */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { SizeAndHash } from '#platform/ports/files';
import { runColumns, runOf } from '#platform/jobs/record';
import { type ExportInput, isSameExport } from '../rules/exports.ts';

type Run = components['schemas']['Run'];

const kind = 'evidence_export';

/** @returns the queued or running export, and whether it has the same input as the requested export; undefined if no export is active */
export async function findActiveExport(
  db: OrganizationDatabase,
  requestedInput: ExportInput,
): Promise<{ readonly run: Run; readonly isSame: boolean } | undefined> {
  const row = await db
    .selectFrom('run')
    .select([...runColumns, 'input'])
    .where('kind', '=', kind)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return row && { run: runOf(row), isSame: isSameExport(row.input, requestedInput) };
}

/** @returns the newest completed export with the same input that was requested within the last 30 minutes, or undefined */
export async function findRecentExport(db: OrganizationDatabase, requestedInput: ExportInput): Promise<Run | undefined> {
  const rows = await db
    .selectFrom('run')
    .select([...runColumns, 'input'])
    .where('kind', '=', kind)
    .where('status', '=', 'completed')
    .where('created_at', '>', sql<string>`now() - interval '30 minutes'`)
    .orderBy('created_at', 'desc')
    .execute();
  const row = rows.find(({ input }) => isSameExport(input, requestedInput));
  return row && runOf(row);
}

/** @returns the status of the export run, with its archive until the archive expires; undefined if the run does not exist */
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

/** Stores the archive of a run. Replaces the archive of an earlier attempt. */
export async function saveArchive(
  db: OrganizationDatabase,
  runId: string,
  {
    fileName,
    fileKey,
    size,
    expiresAt,
  }: { readonly fileName: string; readonly fileKey: string; readonly expiresAt: string } & Pick<SizeAndHash, 'size'>,
): Promise<void> {
  await db.deleteFrom('evidence_export').where('id', '=', runId).execute();
  await db
    .insertInto('evidence_export')
    .values({ id: runId, file_name: fileName, file_size: size, file_key: fileKey, expires_at: expiresAt })
    .execute();
}
