/** Reads and changes a person's own account (people, rules 21 and 22). */
import { sql, type Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { createEntry } from '../audit/create-entry.ts';
import { appendEntries } from '../audit/append.ts';
import { columnsOf } from '../database/columns.ts';
import type { SystemDatabase } from '../database/handle.ts';

export interface AccountRecord {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly image: string | null;
  readonly notBefore: string | null;
}

export interface Accounts {
  /** @returns undefined when the account was deleted */
  find(userId: string): Promise<AccountRecord | undefined>;
  /**
   * Ends all sessions of the account and logs this in each organization. @returns the time before which sessions are no longer
   * accepted; undefined when the account was deleted
   */
  endSessions(userId: string): Promise<string | undefined>;
}

export function createAccounts(db: SystemDatabase): Accounts {
  return {
    find: (userId) =>
      db
        .selectFrom('user_account')
        .select(columnsOf('user_account', 'id', 'name', 'email', 'emailVerified', 'image', 'notBefore'))
        .where('id', '=', userId)
        .executeTakeFirst(),
    endSessions: (userId) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('user_account')
          .set({ not_before: sql<string>`greatest(not_before, date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond')` })
          .where('id', '=', userId)
          .returning('not_before as notBefore')
          .executeTakeFirst();
        if (row) await recordSignOut(transaction, userId);
        return row?.notBefore ?? undefined;
      }),
  };
}

/** Writes one entry per membership, with the person's data in that organization. Logs are locked in a fixed order to avoid deadlocks. */
async function recordSignOut(db: Transaction<SystemTables>, userId: string): Promise<void> {
  const members = await db
    .selectFrom('member')
    .select(columnsOf('member', 'id', 'organizationId', 'name', 'email', 'emailVerified', 'image'))
    .where('user_id', '=', userId)
    .orderBy('organization_id')
    .execute();
  for (const { id, organizationId, emailVerified, ...person } of members) {
    const entry = createEntry(organizationId, {
      actor: { user: { ...person, id: userId, emailVerified: emailVerified === true }, memberId: id, via: undefined },
      action: 'Signed out everywhere',
      entityType: 'people',
      entityId: id,
      data: { resource: 'member', permission: 'update' },
    });
    await appendEntries(db, organizationId, [entry]);
  }
}
