/** Stores the files of the demonstration. */
import type { Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import type { Content, Files, SizeAndHash } from '#platform/ports/files';

/** Stores a file and inserts its row, so that other rows can refer to the file. */
export interface Store {
  put(key: string, content: Content): Promise<SizeAndHash>;
}

/** @param db the transaction that creates the organization */
export function createStore(db: Transaction<SystemTables>, files: Files, organizationId: string): Store {
  return {
    async put(key, content) {
      const sizeAndHash = await files.put(key, content);
      await db
        .insertInto('stored_file')
        .values({ id: key, organization_id: organizationId, ...sizeAndHash })
        .execute();
      return sizeAndHash;
    },
  };
}
