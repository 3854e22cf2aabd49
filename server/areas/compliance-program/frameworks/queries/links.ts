/** Links controls to requirements at the request of a user. */
import { copyLinksToCustomFrameworks } from '#domain/controls/links/custom-frameworks';
import type { Linkable } from '#domain/access/links/linkable';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Instance } from '#domain/frameworks/instances';

/**
 * Maps controls to a requirement. Restores a map that an update archived (frameworks, rule 14).
 * @returns the newly mapped controls
 */
export async function mapControls(
  db: OrganizationDatabase,
  instance: Instance,
  requirement: { readonly id: string; readonly kind: 'platform' | 'custom' },
  controls: readonly Linkable<'control'>[],
): Promise<Linkable<'control'>[]> {
  const controlIds = controls.map(({ key }) => key);
  const requirementColumns =
    requirement.kind === 'platform'
      ? { requirement_id: requirement.id, custom_requirement_id: null }
      : { requirement_id: null, custom_requirement_id: requirement.id };
  const rows = await db
    .insertInto('requirement_map')
    .values(controlIds.map((id) => ({ id: newId('req'), control_id: id, framework_instance_id: instance.id, ...requirementColumns })))
    .onConflict((conflict) =>
      conflict
        .columns([
          'organization_id',
          'framework_instance_id',
          'control_id',
          requirement.kind === 'platform' ? 'requirement_id' : 'custom_requirement_id',
        ])
        .doUpdateSet({ archived_at: null })
        .where('requirement_map.archived_at', 'is not', null),
    )
    .returning('control_id')
    .execute();
  await copyLinksToCustomFrameworks(db, controlIds);
  const newIds = new Set(rows.map(({ control_id }) => control_id));
  return controls.filter(({ key }) => newIds.has(key));
}
