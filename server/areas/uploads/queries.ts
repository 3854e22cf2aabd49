import { type Insertable, sql } from 'kysely';
import type { Upload } from '../../../generated/database.d.ts';
import type { OrganizationDatabase } from '../../database/handle.ts';
import { newId } from '../../database/ids.ts';
import { safeName } from '../../outside/files.ts';
import type { Measure } from '../../outside/files.ts';

const columns = [
  'id', 'file_key as fileKey', 'purpose', 'file_name as fileName', 'file_type as fileType', 'size', 'sha256', 'uploaded_at as uploadedAt', 'consumed_at as consumedAt',
  'created_at as createdAt', 'expires_at as expiresAt',
] as const;
type Found = Awaited<ReturnType<typeof findUpload>>;
export type UploadRow = NonNullable<Found>;

/** @param hold whether it must stay as it is until the transaction ends */
export function findUpload(db: OrganizationDatabase, id: string, hold = false) {
  const query = db.selectFrom('upload').select(columns).where('id', '=', id);
  return (hold ? query.forUpdate() : query).executeTakeFirst();
}

/** With a key of its own below the organization and the purpose (areas/uploads, rule 2). */
export async function insertUpload(db: OrganizationDatabase, upload: Pick<Insertable<Upload>, 'purpose' | 'file_name' | 'file_type' | 'expires_at'>): Promise<UploadRow> {
  // Of two with the same name in the same millisecond, one is a little later.
  for (let moment = Date.now(); ; moment += 1) {
    const key = `${db.organizationId}/uploads/${upload.purpose}/${moment}-${safeName(upload.file_name)}`;
    const row = await db.insertInto('upload').values({ id: newId('upl'), file_key: key, ...upload })
      .onConflict((conflict) => conflict.columns(['organization_id', 'file_key']).doNothing()).returning(columns).executeTakeFirst();
    if (row) return row;
  }
}

/** The bytes are there, for a day. @returns whether the upload is */
export async function noteUploaded(db: OrganizationDatabase, id: string, { size, sha256 }: Measure): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('upload').set({ size, sha256, uploaded_at: sql<string>`now()`, expires_at: sql<string>`now() + interval '24 hours'` })
    .where('id', '=', id).executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteUpload(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('upload').where('id', '=', id).execute();
}
