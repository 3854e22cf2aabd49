/** Files that runs make. */
import type { Audit } from '../audit/audit.ts';
import type { OrganizationDatabase } from '../database/handle.ts';
import { obsoleteKeys } from '../files/obsolete.ts';
import { enterFile, newKey, removeUnlessEntered } from '../files/store.ts';
import type { Content, Measure } from '../ports/files.ts';
import { type Attempt, RunFailed } from './job-handlers.ts';

/**
 * Stores a file for the organization, in one step of the run, in place of the one that its row named before.
 * @param content of the file: all of it, or pieces as they come
 * @param note names the file in its row, which is of the same transaction
 * @returns the key of the file, and what `note` returned
 * @throws RunFailed when there is no room
 */
export async function storeInRun<Noted>(
  { actor: { organizationId }, ports: { files, storage }, step, rolledBack }: Attempt,
  content: Content,
  folder: string,
  name: string,
  note: (db: OrganizationDatabase, audit: Audit, key: string, measure: Measure) => Promise<Noted>,
): Promise<{ readonly key: string; readonly noted: Noted }> {
  const key = newKey(organizationId, folder, name);
  const draft = await files.draft(content);
  try {
    const { noted, obsolete } = await step(async (db, audit) => {
      const full = await enterFile(db, storage, key, draft);
      if (full) throw new RunFailed(full.body.error);
      await draft.keep(key);
      const result = await note(db, audit, key, draft);
      return { noted: result, obsolete: await obsoleteKeys(db) };
    });
    // What fails here is tried again by the housekeeping.
    await Promise.allSettled(obsolete.map((one) => files.remove(one)));
    return { key, noted };
  } catch (error) {
    await removeUnlessEntered(rolledBack, files, key).catch(() => undefined);
    throw error;
  } finally {
    await draft.discard();
  }
}
