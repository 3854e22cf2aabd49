/** What the catalog says on putting a control in place and on testing it. */
import type { components } from '../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';

type Guidance = components['schemas']['ControlGuidance'];

/** @param templateId of a control; null for one that the organization made itself @returns null where the catalog says nothing */
export async function guidanceOn(db: OrganizationDatabase, templateId: string | null): Promise<Guidance | null> {
  if (templateId === null) return null;
  const template = await db
    .selectFrom('control_template')
    .select((eb) => eb.ref('guidance').$castTo<Guidance | null>().as('guidance'))
    .where('id', '=', templateId)
    .executeTakeFirst();
  return template?.guidance ?? null;
}
