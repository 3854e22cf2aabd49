/** Counts the findings that complete phases. */
import type { OrganizationDatabase } from '#platform/database/handle';
import type { FindingType } from '../rules/progress.ts';

/** Counts the findings of a type that were created since a time, and how many of them are closed. */
export async function countFindingsSince(
  db: OrganizationDatabase,
  type: FindingType,
  since: string,
): Promise<{ readonly total: number; readonly closed: number }> {
  return db
    .selectFrom('finding')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.countAll<number>().filterWhere('status', '=', 'closed').as('closed')])
    .where('type', '=', type)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
}
