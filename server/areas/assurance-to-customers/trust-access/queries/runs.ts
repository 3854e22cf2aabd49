import { sql } from 'kysely';
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { runColumns, runOf } from '#platform/jobs/record';

/** @returns the run, if it was started with this grant (trust-access, rule 16) */
export async function findRunOfGrant(
  db: OrganizationDatabase,
  grantId: string,
  id: string,
): Promise<components['schemas']['Run'] | undefined> {
  const row = await db
    .selectFrom('run')
    .select(runColumns)
    .where('id', '=', id)
    .where(sql<string>`actor ->> 'credential'`, '=', 'grant')
    .where(sql<string>`actor ->> 'id'`, '=', grantId)
    .executeTakeFirst();
  return row && runOf(row);
}
