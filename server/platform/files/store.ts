/**
 * Stores an organization's files. Each file has a row (0011_files.sql), written in the transaction of the referencing record and before the file. A failure
 * leaves no row, and a file without a row is deleted.
 */
import { randomBytes } from 'node:crypto';
import type { OrganizationContext } from '../context.ts';
import { refusal } from '../refusals/refusal.ts';
import type { OrganizationDatabase } from '../database/handle.ts';
import { type Draft, type Files, type SizeAndHash, safeName } from '../ports/files.ts';
import type { Ports } from '../ports/index.ts';

type RunTransaction = <R>(work: (db: OrganizationDatabase) => Promise<R>) => Promise<R>;
/** The parts of a request's context needed for storing. */
export type StorageContext = Pick<OrganizationContext, 'db' | 'ports' | 'afterCommit' | 'rolledBack'>;

/** Returns a new unique key. @param folder below the organization's folder, as a valid key path @param name of any form */
export function newKey(organizationId: string, folder: string, name: string): string {
  return `${organizationId}/${folder}/${Date.now()}-${randomBytes(16).toString('hex')}-${safeName(name)}`;
}

/**
 * Turns a draft into a file of the organization. The file is deleted again unless the change is committed.
 * @returns its key, or 413 when the quota is exceeded: then the transaction must be rolled back
 */
export async function storeFile(
  { db, ports: { files, storage }, afterCommit, rolledBack }: StorageContext,
  draft: Draft,
  folder: string,
  name: string,
) {
  const key = newKey(db.organizationId, folder, name);
  const quotaRefusal = await registerFile(db, storage, key, draft);
  if (quotaRefusal) return quotaRefusal;
  afterCommit(async (isCommitted) => {
    if (!isCommitted) await removeUnlessRegistered(rolledBack, files, key);
  });
  await draft.keep(key);
  return key;
}

/**
 * Writes the row of a file that is about to be stored under this key.
 * @returns 413 when the organization would exceed its quota: then the transaction must be rolled back
 */
export async function registerFile(
  db: OrganizationDatabase,
  { quota }: Pick<Ports['storage'], 'quota'>,
  key: string,
  { size, sha256 }: SizeAndHash,
) {
  // A row with this key already exists only if the client is allowed to replace the file.
  await db
    .insertInto('stored_file')
    .values({ id: key, size, sha256 })
    .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doUpdateSet({ size, sha256 }))
    .execute();
  return checkStorageQuota({ quota }, (await findUsedBytes(db)) - size, size);
}

/**
 * @param usedBytes that the organization stores @param additionalBytes that it is about to store
 * @returns 413 when they exceed the quota; it tells neither the used bytes nor the quota, which require a permission
 */
export function checkStorageQuota({ quota }: Pick<Ports['storage'], 'quota'>, usedBytes: number, additionalBytes: number) {
  return quota > 0 && usedBytes + additionalBytes > quota ? refusal('storage_full', { needed: additionalBytes }) : undefined;
}

/**
 * Returns the bytes that the organization stores. Once this transaction has registered a file, no other transaction of the organization can
 * register a file until this transaction ends.
 */
export async function findUsedBytes(db: OrganizationDatabase): Promise<number> {
  return (await db.selectFrom('storage_usage').select('bytes').executeTakeFirst())?.bytes ?? 0;
}

/**
 * Deletes a file whose transaction failed, unless it was committed after all, because the answer to a commit can be lost. If the database is unavailable,
 * the file is left to the cleanup.
 * @param transaction runs a transaction, committed or not
 */
export async function removeUnlessRegistered(transaction: RunTransaction, files: Files, key: string): Promise<void> {
  const isUnregistered = await transaction(async (db) => {
    // Waits for a transaction that has registered the file and has not ended yet.
    const insertedRow = await db
      .insertInto('stored_file')
      .values({ id: key, size: 0 })
      .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (insertedRow) await db.deleteFrom('stored_file').where('id', '=', key).execute();
    return insertedRow !== undefined;
  });
  if (isUnregistered) await files.remove(key);
}
