/** What becomes of uploads: they are read by who consumes them, and run out. */
import { sql } from 'kysely';
import type { OrganizationDatabase, SystemDatabase } from '../database/handle.ts';
import type { Files, Measure } from '../ports/files.ts';
import type { Ports } from '../ports/index.ts';
import { enterFile } from './store.ts';

const day = 24 * 3_600_000;
/** Bytes that any file may have (spec/conventions, 9). */
export const largestFile = 104_857_600;

/** Where the bytes of an upload are. */
export interface UploadContent {
  readonly key: string;
  /** As they were noted when they came; undefined in a store that clients reach themselves, where they may have sent something else since. */
  readonly measure: Measure | undefined;
}

/** Notes that an operation reads the upload that has this key. @returns its bytes; undefined where none have come, or their end has */
export async function consumeUpload(db: OrganizationDatabase, { direct }: Files, fileKey: string): Promise<UploadContent | undefined> {
  const upload = await db
    .selectFrom('upload')
    .select(['id', 'content_key', 'size', 'sha256', 'expires_at', 'uploaded_at'])
    .where('file_key', '=', fileKey)
    .forUpdate()
    .executeTakeFirst();
  if (!upload || endOf(upload.expires_at, upload.uploaded_at !== null) <= Date.now()) return undefined;
  const { id, content_key: key, size, sha256 } = upload;
  if (!direct && key === null) return undefined;
  await db
    .updateTable('upload')
    .set((eb) => ({ consumed_at: eb.fn.coalesce('consumed_at', sql<string>`now()`) }))
    .where('id', '=', id)
    .execute();
  return { key: key ?? fileKey, measure: direct || size === null || sha256 === null ? undefined : { size, sha256 } };
}

/**
 * Notes what was found in a store that clients reach themselves, so that it counts as stored.
 * @returns 413 when there is no room for it: nothing of the transaction may be kept then
 */
export async function noteFound(db: OrganizationDatabase, storage: Ports['storage'], key: string, { size, sha256 }: Measure) {
  const full = await enterFile(db, storage, key, { size, sha256 });
  if (!full) await db.updateTable('upload').set({ content_key: key, size, sha256 }).where('file_key', '=', key).execute();
  return full;
}

/**
 * Looks for what clients sent to a store that they reach themselves, and nobody has used yet, so that it counts as stored. What is larger
 * than any file may be is removed: an address of such a store sets no limit.
 */
export async function countSent(db: SystemDatabase, files: Files): Promise<void> {
  if (!files.direct) return;
  const waiting = await db
    .selectFrom('upload')
    .select(['id', 'file_key', 'organization_id'])
    .where('kept', '=', true)
    .where('content_key', 'is', null)
    .where('consumed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1000)
    .execute();
  for (const { id, file_key: key, organization_id } of waiting) {
    const size = await files.size(key);
    if (size === undefined) continue;
    if (size > largestFile) await files.remove(key);
    else {
      await db.transaction().execute(async (transaction) => {
        // If it was deleted or used in the meantime, that request has counted it.
        const upload = await transaction
          .selectFrom('upload')
          .select('id')
          .where('organization_id', '=', organization_id)
          .where('id', '=', id)
          .where('content_key', 'is', null)
          .forUpdate()
          .executeTakeFirst();
        if (!upload) return;
        await transaction.insertInto('stored_file').values({ id: key, organization_id, size }).execute();
        await transaction
          .updateTable('upload')
          .set({ content_key: key, size })
          .where('organization_id', '=', organization_id)
          .where('id', '=', id)
          .execute();
      });
    }
  }
}

/** When the bytes are deleted: those that nobody noted, because they came to a store that clients reach themselves, came before the address ran out. */
export function endOf(expiresAt: string, noted: boolean): number {
  return Date.parse(expiresAt) + (noted ? 0 : day);
}

/** Those whose end has come, by `endOf`. */
export async function removeExpired(db: SystemDatabase, files: Files): Promise<void> {
  const expired = await db
    .selectFrom('upload')
    .select(['organization_id', 'id', 'file_key', 'content_key'])
    .where('kept', '=', true)
    .where('expires_at', '<', sql<string>`now()`)
    .where((eb) => eb.or([eb('uploaded_at', 'is not', null), eb('expires_at', '<', sql<string>`now() - interval '1 day'`)]))
    .orderBy('expires_at')
    .limit(1000)
    .execute();
  for (const { organization_id, id, file_key: fileKey, content_key: key } of expired) {
    // The row first: a backup that shows the row has its file. What is not removed now, the sweep or what was noted removes later.
    await db
      .updateTable('upload')
      .set({ kept: false, content_key: null })
      .where('organization_id', '=', organization_id)
      .where('id', '=', id)
      .execute();
    await files.remove(key ?? fileKey);
  }
  await db
    .deleteFrom('upload')
    .where('kept', '=', false)
    .where('expires_at', '<', sql<string>`now() - interval '30 days'`)
    .execute();
}
