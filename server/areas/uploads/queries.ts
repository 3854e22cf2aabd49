import { type Insertable, sql } from 'kysely';
import type { Upload } from '../../../generated/database.d.ts';
import { columnsOf } from '../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Files, type Measure, safeName } from '../../platform/ports/files.ts';

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
);
type Found = Awaited<ReturnType<typeof findUpload>>;
export type UploadRow = NonNullable<Found>;

const oneUpload = (db: OrganizationDatabase, id: string) => db.selectFrom('upload').select(columns).where('id', '=', id);

export function findUpload(db: OrganizationDatabase, id: string) {
  return oneUpload(db, id).executeTakeFirst();
}

/** @returns the upload, which stays as it is until the transaction ends */
export function lockUpload(db: OrganizationDatabase, id: string) {
  return oneUpload(db, id).forUpdate().executeTakeFirst();
}

/** With a key of its own below the organization and the purpose (spec/areas/uploads, rule 2). */
export async function insertUpload(
  db: OrganizationDatabase,
  upload: Pick<Insertable<Upload>, 'purpose' | 'file_name' | 'file_type' | 'expires_at'>,
): Promise<UploadRow> {
  // Of two with the same name in the same millisecond, one is a little later.
  for (let moment = Date.now(); ; moment += 1) {
    const key = `${db.organizationId}/uploads/${upload.purpose}/${moment}-${safeName(upload.file_name)}`;
    const row = await db
      .insertInto('upload')
      .values({ id: newId('upl'), file_key: key, ...upload })
      .onConflict((conflict) => conflict.columns(['organization_id', 'file_key']).doNothing())
      .returning(columns)
      .executeTakeFirst();
    if (row) return row;
  }
}

/** Stores that bytes have arrived, which are kept for a day. Earlier bytes of the upload have no owner from now on. */
export async function noteUploaded(db: OrganizationDatabase, id: string, { size, sha256 }: Measure): Promise<void> {
  await db
    .updateTable('upload')
    .set({ size, sha256, content_key: null, uploaded_at: sql<string>`now()`, expires_at: sql<string>`now() + interval '24 hours'` })
    .where('id', '=', id)
    .execute();
}

/** Says where the bytes are. */
export async function noteContent(db: OrganizationDatabase, id: string, key: string): Promise<void> {
  await db.updateTable('upload').set({ content_key: key }).where('id', '=', id).execute();
}

/** Uploads that bytes may still come for, or have come without anybody having looked. */
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
