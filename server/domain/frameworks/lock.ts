import type { OrganizationDatabase } from '../../platform/database/handle.ts';

/**
 * Nobody else adopts, updates or removes a framework of the organization until the transaction ends (spec/areas/frameworks, rule 16). What was
 * read before may have changed, so it is read after this. Whoever adds a timeline takes this lock before any other, because removing a
 * framework holds it while it waits for the timelines.
 */
export async function lockFrameworks(db: OrganizationDatabase): Promise<void> {
  await db.selectFrom('organization').select('id').forNoKeyUpdate().execute();
}
