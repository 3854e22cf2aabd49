/** A store for short-lived values, each of which can be taken once before it expires. */
import { sql } from 'kysely';
import type { SystemDatabase } from './database/handle.ts';
import { hashOf } from './identity/keys.ts';

export interface EphemeralStore {
  /** Stores a value for this many seconds. @param secret identifies the value; only its hash is stored */
  put(secret: string, value: object, seconds: number): Promise<void>;
  /** Removes and returns the value, so only one of several concurrent callers gets it. @returns undefined when it was taken or has expired */
  take(secret: string): Promise<unknown>;
}

/** Stores the values in the database, which all servers share. */
export function createEphemeralStore(db: SystemDatabase): EphemeralStore {
  return {
    async put(secret, value, seconds) {
      await db
        .deleteFrom('ephemeral_value')
        .where('expires_at', '<', sql<string>`now()`)
        .execute();
      await db
        .insertInto('ephemeral_value')
        .values({
          key_hash: hashOf(secret),
          value: JSON.stringify(value),
          expires_at: sql<string>`now() + make_interval(secs => ${seconds})`,
        })
        .execute();
    },
    async take(secret) {
      const row = await db
        .deleteFrom('ephemeral_value')
        .where('key_hash', '=', hashOf(secret))
        .returning(['value', sql<boolean>`expires_at > now()`.as('isGood')])
        .executeTakeFirst();
      return row?.isGood ? row.value : undefined;
    },
  };
}
