import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { runColumns, runOf } from '../../../platform/jobs/record.ts';

/** @returns a run that this access has started (spec/areas/trust-access, rule 16) */
export async function findRunOf(db: OrganizationDatabase, grantId: string, id: string): Promise<components['schemas']['Run'] | undefined> {
  const row = await db
    .selectFrom('run')
    .select(runColumns)
    .where('id', '=', id)
    .where(sql<string>`actor ->> 'credential'`, '=', 'grant')
    .where(sql<string>`actor ->> 'id'`, '=', grantId)
    .executeTakeFirst();
  return row && runOf(row);
}
