/** What is needed for a moment, as a port: it is given out once, and is gone when its time is over. */
import { sql } from 'kysely';
import type { SystemDatabase } from './database/handle.ts';
import { hashOf } from './identity/keys.ts';

export interface EphemeralStore {
  /** @param secret what the value is asked for with, which is not kept itself */
  put(secret: string, value: object, seconds: number): Promise<void>;
  /** Takes the value away: of several who ask at once, one gets it. @returns undefined when there is none any more */
  take(secret: string): Promise<unknown>;
}

/** In the database, where all servers find it. */
export function ephemeralStoreOn(db: SystemDatabase): EphemeralStore {
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
