/** What becomes of uploads: they are read by who consumes them, and run out. */
import { sql } from 'kysely';
import type { OrganizationDatabase, SystemDatabase } from '../database/handle.ts';
import type { Files, Measure } from '../outside/files.ts';

const day = 24 * 3_600_000;

/** Notes that an operation reads the file of this key. @returns what is known of it; undefined when its end has come, and it is as good as gone */
export async function consumeUpload(db: OrganizationDatabase, key: string): Promise<{ readonly measure: Measure | undefined } | undefined> {
  const upload = await db.selectFrom('upload').select(['id', 'size', 'sha256', 'expires_at', 'uploaded_at']).where('file_key', '=', key).forUpdate().executeTakeFirst();
  if (upload && endOf(upload.expires_at, upload.uploaded_at !== null) <= Date.now()) return undefined;
  if (upload) await db.updateTable('upload').set((eb) => ({ consumed_at: eb.fn.coalesce('consumed_at', sql<string>`now()`) })).where('id', '=', upload.id).execute();
  const { size = null, sha256 = null } = upload ?? {};
  return { measure: size === null || sha256 === null ? undefined : { size, sha256 } };
}

/** When the bytes are deleted: those that nobody noted, because they came to a store that clients reach themselves, came before the address ran out. */
export function endOf(expiresAt: string, noted: boolean): number {
  return Date.parse(expiresAt) + (noted ? 0 : day);
}

/** Those whose end has come, by `endOf`. */
export async function removeExpired(db: SystemDatabase, files: Files): Promise<void> {
  const expired = await db.selectFrom('upload').select(['id', 'file_key']).where('kept', '=', true).where('expires_at', '<', sql<string>`now()`)
    .where((eb) => eb.or([eb('uploaded_at', 'is not', null), eb('expires_at', '<', sql<string>`now() - interval '1 day'`)])).orderBy('expires_at').limit(1000).execute();
  for (const { id, file_key: key } of expired) {
    await files.remove(key);
    await db.updateTable('upload').set({ kept: false }).where('id', '=', id).execute();
  }
  await db.deleteFrom('upload').where('kept', '=', false).where('expires_at', '<', sql<string>`now() - interval '30 days'`).execute();
}
