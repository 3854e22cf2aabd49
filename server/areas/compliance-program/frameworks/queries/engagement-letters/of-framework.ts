import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

/** @returns the newest signed letter of engagement of an adopted framework (letter-of-engagement, rule 11), or null */
export async function findLetterOfFramework(
  db: OrganizationDatabase,
  frameworkInstanceId: string,
): Promise<components['schemas']['FrameworkEngagementLetter'] | null> {
  const row = await db
    .selectFrom('engagement_letter')
    .select(columnsOf('engagement_letter', 'id', 'reference', 'auditorFirm', 'reportDueDate'))
    .select((eb) => eb.ref('signed_at').$notNull().as('signedAt'))
    .where('framework_instance_id', '=', frameworkInstanceId)
    .where('status', '=', 'signed')
    .where('signed_at', 'is not', null)
    .orderBy('signed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
