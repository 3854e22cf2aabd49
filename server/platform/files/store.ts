/**
 * What an organization stores. Each file has a row (0032_files.sql), which is written in the transaction of whatever names the file, before
 * the file: what fails leaves no row, and a file without a row is removed.
 */
import { randomBytes } from 'node:crypto';
import type { OrganizationContext } from '../context.ts';
import { refusal } from '../refusals/refusal.ts';
import type { OrganizationDatabase } from '../database/handle.ts';
import { type Draft, type Files, type Measure, safeName } from '../ports/files.ts';
import type { Ports } from '../ports/index.ts';

type Ask = <R>(work: (db: OrganizationDatabase) => Promise<R>) => Promise<R>;
/** What storing takes of the context of a request. */
export type Storing = Pick<OrganizationContext, 'db' | 'ports' | 'afterCommit' | 'rolledBack'>;

/** A new key, which no other file has or had. @param folder below the organization's, of steps that a key may have @param name of any form */
export function newKey(organizationId: string, folder: string, name: string): string {
  return `${organizationId}/${folder}/${Date.now()}-${randomBytes(16).toString('hex')}-${safeName(name)}`;
}

/**
 * Makes a draft a file of the organization; it is removed again if the change is not kept.
 * @returns its key, or 413 when there is no room: nothing of the transaction may be kept then
 */
export async function storeFile(
  { db, ports: { files, storage }, afterCommit, rolledBack }: Storing,
  draft: Draft,
  folder: string,
  name: string,
) {
  const key = newKey(db.organizationId, folder, name);
  const full = await enterFile(db, storage, key, draft);
  if (full) return full;
  afterCommit(async (kept) => {
    if (!kept) await removeUnlessEntered(rolledBack, files, key);
  });
  await draft.keep(key);
  return key;
}

/**
 * Writes the row of a file that is about to be put under this key.
 * @returns 413 when the organization stores more with it than it may: nothing of the transaction may be kept then
 */
export async function enterFile(
  db: OrganizationDatabase,
  { quota }: Pick<Ports['storage'], 'quota'>,
  key: string,
  { size, sha256 }: Measure,
) {
  // Only one that its sender may replace is there already.
  await db
    .insertInto('stored_file')
    .values({ id: key, size, sha256 })
    .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doUpdateSet({ size, sha256 }))
    .execute();
  return noRoom({ quota }, (await findUsedBytes(db)) - size, size);
}

/** @param used bytes that the organization stores @param more that are to be stored besides @returns 413 when those are more than it may store */
export function noRoom({ quota }: Pick<Ports['storage'], 'quota'>, used: number, more: number) {
  return quota > 0 && used + more > quota ? refusal('storage_full', { used, quota, needed: more }) : undefined;
}

/** The bytes that the organization stores. After a file was entered, no other transaction adds any until this one ends. */
export async function findUsedBytes(db: OrganizationDatabase): Promise<number> {
  return (await db.selectFrom('storage_usage').select('bytes').executeTakeFirst())?.bytes ?? 0;
}

/**
 * Removes a file whose transaction failed, unless that was kept after all: an answer to a commit can be lost. Where the database cannot be
 * asked, the file stays for the housekeeping.
 * @param ask a transaction, whether it is kept or not
 */
export async function removeUnlessEntered(ask: Ask, files: Files, key: string): Promise<void> {
  const isFree = await ask(async (db) => {
    // Waits for a transaction that has entered it and not ended yet.
    const entered = await db
      .insertInto('stored_file')
      .values({ id: key, size: 0 })
      .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (entered) await db.deleteFrom('stored_file').where('id', '=', key).execute();
    return entered !== undefined;
  });
  if (isFree) await files.remove(key);
}
