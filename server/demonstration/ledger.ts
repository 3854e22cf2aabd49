import type { Transaction } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';
import type { Content, Files, Measure } from '../platform/ports/files.ts';

/** Where files of the demonstration are put: each has its row before anything names it. */
export interface Store {
  put(key: string, content: Content): Promise<Measure>;
}

/** @param db the transaction that the organization is made in */
export function storeOf(db: Transaction<SystemTables>, files: Files, organizationId: string): Store {
  return {
    async put(key, content) {
      const measure = await files.put(key, content);
      await db
        .insertInto('stored_file')
        .values({ id: key, organization_id: organizationId, ...measure })
        .execute();
      return measure;
    },
  };
}
