/** Limits an organization's daily calls to the language model. */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';

/**
 * Counts a call before it is made, so that concurrent calls cannot exceed the limit.
 * @param callsPerDay the maximum number of calls on a UTC day @returns whether the call is allowed
 */
export async function countCall(db: OrganizationDatabase, callsPerDay: number): Promise<boolean> {
  const day = sql<string>`(now() at time zone 'UTC')::date`;
  await db
    .insertInto('text_model_use')
    .values({ day, calls: 0 })
    .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
    .execute();
  const updatedRow = await db
    .updateTable('text_model_use')
    .set({ day, calls: sql<number>`case when day = ${day} then calls else 0 end + 1` })
    .where(sql<boolean>`case when day = ${day} then calls else 0 end < ${callsPerDay}`)
    .returning('calls')
    .executeTakeFirst();
  return updatedRow !== undefined;
}
