/** Links between controls and requirements that somebody makes by hand. */
import { extendToCustomFrameworks } from '../../../domain/control-links/custom-frameworks.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { Instance } from '../../../domain/frameworks/instances.ts';

/** Those of them that are in use. */
export async function controlsInUse(db: OrganizationDatabase, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('control')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('archived_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/**
 * Says that these controls meet the requirement. A map that an update archived is in use again (spec/areas/frameworks, rule 14).
 * @param controlIds in use
 * @returns the controls for which that was not so before
 */
export async function mapControls(
  db: OrganizationDatabase,
  instance: Instance,
  requirement: { readonly id: string; readonly kind: 'platform' | 'custom' },
  controlIds: readonly string[],
): Promise<string[]> {
  const meets =
    requirement.kind === 'platform'
      ? { requirement_id: requirement.id, custom_requirement_id: null }
      : { requirement_id: null, custom_requirement_id: requirement.id };
  const made = await db
    .insertInto('requirement_map')
    .values(controlIds.map((id) => ({ id: newId('req'), control_id: id, framework_instance_id: instance.id, ...meets })))
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
  await extendToCustomFrameworks(db, controlIds);
  return made.map(({ control_id }) => control_id);
}
