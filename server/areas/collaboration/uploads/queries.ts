/** Queries for uploads. */
import { randomBytes } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { Upload } from '#generated/database';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { type Files, type SizeAndHash, safeName } from '#platform/ports/files';
import type { UploadRow } from './rules.ts';

const columns = columnsOf(
  'upload',
  'id',
  'fileKey',
  'purpose',
  'fileName',
  'fileType',
  'size',
  'sha256',
  'uploadedAt',
  'consumedAt',
  'createdAt',
  'expiresAt',
  'createdById',
);

const selectUpload = (db: OrganizationDatabase, id: string) => db.selectFrom('upload').select(columns).where('id', '=', id);

export function findUpload(db: OrganizationDatabase, id: string): Promise<UploadRow | undefined> {
  return selectUpload(db, id).executeTakeFirst();
}

/** @returns the upload, locked until the transaction ends */
export function lockUpload(db: OrganizationDatabase, id: string) {
  return selectUpload(db, id).forUpdate().executeTakeFirst();
}

/** Adds an upload with a unique key within the folder of the organization and purpose (uploads, rule 2). */
export async function insertUpload(
  db: OrganizationDatabase,
  upload: Pick<Insertable<Upload>, 'purpose' | 'file_name' | 'file_type' | 'expires_at' | 'created_by_id'>,
): Promise<UploadRow> {
  // The random part prevents users from guessing the keys of other users' uploads.
  const key = `${db.organizationId}/uploads/${upload.purpose}/${Date.now()}-${randomBytes(16).toString('hex')}-${safeName(upload.file_name)}`;
  return db
    .insertInto('upload')
    .values({ id: newId('upl'), file_key: key, ...upload })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Records that the bytes have arrived. They expire after a day, and earlier bytes of the upload are no longer linked to it. */
export async function markUploaded(db: OrganizationDatabase, id: string, { size, sha256 }: SizeAndHash): Promise<void> {
  await db
    .updateTable('upload')
    .set({ size, sha256, content_key: null, uploaded_at: sql<string>`now()`, expires_at: sql<string>`now() + interval '24 hours'` })
    .where('id', '=', id)
    .execute();
}

/** Stores the key of the file that contains the bytes. */
export async function setContentKey(db: OrganizationDatabase, id: string, key: string): Promise<void> {
  await db.updateTable('upload').set({ content_key: key }).where('id', '=', id).execute();
}

/** Counts uploads whose bytes have not arrived or have not been processed. */
export async function countUnfinished(db: OrganizationDatabase, { direct }: Files): Promise<number> {
  const { count } = await db
    .selectFrom('upload')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kept', '=', true)
    .where('content_key', 'is', null)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', direct ? sql<string>`now() - interval '1 day'` : sql<string>`now()`)
    .executeTakeFirstOrThrow();
  return count;
}

export async function deleteUpload(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('upload').where('id', '=', id).execute();
}
