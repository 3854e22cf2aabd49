/** Queries of links between control templates and requirements in the current catalog. */
import type { Strength } from '#domain/catalogue/types';
import type { OrganizationDatabase } from '#platform/database/handle';

export interface TemplateLink {
  readonly requirementId: string;
  /** The id of the control template. */
  readonly controlId: string;
  readonly name: string;
  readonly strength: Strength;
}

/** Returns the links by requirement id. The links of a requirement are sorted by the name of the control. */
export async function findTemplateLinks(db: OrganizationDatabase, requirementIds: readonly string[]): Promise<Map<string, TemplateLink[]>> {
  if (!requirementIds.length) return new Map();
  // Tables are read separately, because the embedded database has no statistics for planning joins.
  const [links, controls] = await Promise.all([
    db
      .selectFrom('control_template_requirement')
      .select((eb) => [
        'requirement_id as requirementId',
        'control_template_id as controlId',
        eb.ref('strength').$castTo<Strength>().as('strength'),
      ])
      .where('requirement_id', 'in', requirementIds)
      .execute(),
    db.selectFrom('control_template').select(['id', 'name']).where('removed_at', 'is', null).orderBy('name').orderBy('id').execute(),
  ]);
  const linksByControl = Map.groupBy(links, ({ controlId }) => controlId);
  return Map.groupBy(
    controls.flatMap(({ id, name }) => (linksByControl.get(id) ?? []).map((link) => ({ ...link, name }))),
    ({ requirementId }) => requirementId,
  );
}
