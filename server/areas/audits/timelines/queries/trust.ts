/** Reads the data about frameworks that the trust portal shows. */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';

/** Returns whether the trust portal shows a framework as compliant, or has a certificate for it. */
export async function isShownCompliant(
  db: OrganizationDatabase,
  framework: components['schemas']['TrustPortalFramework'],
): Promise<boolean> {
  const row = await db
    .selectFrom('trust_framework')
    .select('id')
    .where('framework', '=', framework)
    .where('status', '=', 'compliant')
    .union(db.selectFrom('trust_certificate').select('id').where('framework', '=', framework))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
