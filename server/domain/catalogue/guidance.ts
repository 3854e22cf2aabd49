/** Finds the catalog's guidance on implementing and testing a control. */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';

type Guidance = components['schemas']['ControlGuidance'];

/** @param templateId the control's template; null for a custom control @returns the guidance; null if the catalog has none */
export async function findGuidance(db: OrganizationDatabase, templateId: string | null): Promise<Guidance | null> {
  if (templateId === null) return null;
  const template = await db
    .selectFrom('control_template')
    .select((eb) => eb.ref('guidance').$castTo<Guidance | null>().as('guidance'))
    .where('id', '=', templateId)
    .executeTakeFirst();
  return template?.guidance ?? null;
}
