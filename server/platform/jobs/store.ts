/** Files that runs make. */
import type { Audit } from '../audit/audit.ts';
import type { OrganizationDatabase } from '../database/handle.ts';
import { obsoleteKeys } from '../files/obsolete.ts';
import { enterFile, newKey, removeUnlessEntered } from '../files/store.ts';
import { type Attempt, RunFailed } from './job-handlers.ts';

/**
 * Stores a file for the organization, in one step of the run, in place of the one that its row named before.
 * @param note names the file in its row, which is of the same transaction @returns the key of the file @throws RunFailed when there is no room
 */
export async function storeInRun(
  { actor: { organizationId }, ports: { files, storage }, step, rolledBack }: Attempt,
  bytes: Uint8Array,
  folder: string,
  name: string,
  note: (db: OrganizationDatabase, audit: Audit, key: string) => Promise<void>,
): Promise<string> {
  const key = newKey(organizationId, folder, name);
  const draft = await files.draft(bytes);
  try {
    const obsolete = await step(async (db, audit) => {
      const full = await enterFile(db, storage, key, draft);
      if (full) throw new RunFailed(full.body.error);
      await draft.keep(key);
      await note(db, audit, key);
      return obsoleteKeys(db);
    });
    // What fails here is tried again by the housekeeping.
    await Promise.allSettled(obsolete.map((one) => files.remove(one)));
    return key;
  } catch (error) {
    await removeUnlessEntered(rolledBack, files, key).catch(() => undefined);
    throw error;
  } finally {
    await draft.discard();
  }
}
