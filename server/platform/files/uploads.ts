/** The lifecycle of uploads: they are consumed by an operation, and they expire. */
import { sql } from 'kysely';
import type { OrganizationDatabase, SystemDatabase } from '../database/handle.ts';
import type { Files, SizeAndHash } from '../ports/files.ts';
import type { Ports } from '../ports/index.ts';
import { registerFile } from './store.ts';

const day = 24 * 3_600_000;
/** Maximum size of any file in bytes (spec/conventions, 9). */
export const maxFileBytes = 104_857_600;

/** Where an upload's bytes are stored. */
export interface UploadContent {
  readonly key: string;
  /** Size and hash, recorded on arrival; undefined in a store that clients access directly, because they may have replaced the content. */
  readonly measure: SizeAndHash | undefined;
}

/**
 * Marks the upload with this key as consumed by an operation.
 * @param userId of the caller: only the user who created an upload may use it
 * @returns its content; undefined when no content has arrived, or the upload has expired
 */
export async function consumeUpload(
  db: OrganizationDatabase,
  { direct }: Files,
  fileKey: string,
  userId: string | undefined,
): Promise<UploadContent | undefined> {
  const upload = await db
    .selectFrom('upload')
    .select(['id', 'content_key', 'size', 'sha256', 'expires_at', 'uploaded_at'])
    .where('file_key', '=', fileKey)
    .where((eb) => eb.or([eb('created_by_id', 'is', null), eb('created_by_id', '=', userId ?? '')]))
    .forUpdate()
    .executeTakeFirst();
  if (!upload || expiryOf(upload.expires_at, upload.uploaded_at !== null) <= Date.now()) return undefined;
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
 * Records content found in a store that clients access directly, so that it counts toward the quota.
 * @returns 413 when the quota is exceeded: then the transaction must be rolled back
 */
export async function recordUploadContent(db: OrganizationDatabase, storage: Ports['storage'], key: string, { size, sha256 }: SizeAndHash) {
  const quotaRefusal = await registerFile(db, storage, key, { size, sha256 });
  if (!quotaRefusal) await db.updateTable('upload').set({ content_key: key, size, sha256 }).where('file_key', '=', key).execute();
  return quotaRefusal;
}

/**
 * Finds unused content that clients sent to a store they access directly, and records it, so that it counts toward the quota. Files above
 * the maximum size are deleted, because upload URLs set no limit.
 */
export async function recordDirectUploads(db: SystemDatabase, files: Files): Promise<void> {
  if (!files.direct) return;
  const unusedUploads = await db
    .selectFrom('upload')
    .select(['id', 'file_key', 'organization_id'])
    .where('kept', '=', true)
    .where('content_key', 'is', null)
    .where('consumed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1000)
    .execute();
  for (const { id, file_key: key, organization_id } of unusedUploads) {
    const size = await files.size(key);
    if (size === undefined) continue;
    if (size > maxFileBytes) await files.remove(key);
    else {
      await db.transaction().execute(async (transaction) => {
        // If the upload was deleted or used meanwhile, that request has already counted its bytes.
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

/**
 * Returns when an upload's bytes are deleted. Unrecorded bytes, in a store that clients access directly, are kept for another day, because
 * they may have arrived just before the upload URL expired.
 */
export function expiryOf(expiresAt: string, isRecorded: boolean): number {
  return Date.parse(expiresAt) + (isRecorded ? 0 : day);
}

/** Deletes expired uploads (see `expiryOf`). */
export async function removeExpired(db: SystemDatabase, files: Files): Promise<void> {
  const expiredUploads = await db
    .selectFrom('upload')
    .select(['organization_id', 'id', 'file_key', 'content_key'])
    .where('kept', '=', true)
    .where('expires_at', '<', sql<string>`now()`)
    .where((eb) => eb.or([eb('uploaded_at', 'is not', null), eb('expires_at', '<', sql<string>`now() - interval '1 day'`)]))
    .orderBy('expires_at')
    .limit(1000)
    .execute();
  for (const { organization_id, id, file_key: fileKey, content_key: key } of expiredUploads) {
    // The row is updated first, so that a backup with the row also has its file. If deleting the file fails, a later cleanup does it.
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
