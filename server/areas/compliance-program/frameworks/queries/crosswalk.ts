/** Maps a framework of the catalog to another framework (frameworks, rule 38). */
import type { components } from '#generated/api';
import { findCurrentRequirements } from '#domain/catalogue/manifest';
import type { OrganizationDatabase } from '#platform/database/handle';
import { countsOf, coverageOf } from '../rules/coverage.ts';
import { findTemplateLinks } from './template-links.ts';

type Schemas = components['schemas'];
export type Crosswalk = Schemas['FrameworkCrosswalk'];
type Side = Schemas['FrameworkCrosswalkSide'];

/** Finds catalog frameworks that are visible, or that the organization adopted before they were hidden. */
export function findComparableFrameworks(db: OrganizationDatabase, ids: readonly string[]): Promise<Side[]> {
  return db
    .selectFrom('platform_framework')
    .select(['id', 'name', 'version'])
    .where('id', 'in', ids)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('visible', '=', true),
        exists(selectFrom('framework_instance').select('framework_instance.id').whereRef('framework_id', '=', 'platform_framework.id')),
      ]),
    )
    .execute();
}

/** Compares the requirements of two frameworks by the controls that the catalog links to them. */
export async function crosswalkOf(db: OrganizationDatabase, from: Side, to: Side): Promise<Crosswalk> {
  const [fromRequirements, toRequirements] = await Promise.all([findCurrentRequirements(db, from.id), findCurrentRequirements(db, to.id)]);
  const links = await findTemplateLinks(
    db,
    [...fromRequirements, ...toRequirements].map(({ id }) => id),
  );
  const fromRequirementsByControl = Map.groupBy(
    fromRequirements.flatMap(({ id, identifier }) =>
      (links.get(id) ?? []).map(({ controlId, strength }) => ({ controlId, source: { id, identifier, strength } })),
    ),
    ({ controlId }) => controlId,
  );
  const requirements = toRequirements.map(({ id, identifier, name, requirementFamily, part }) => {
    const controls = links.get(id) ?? [];
    const [sharedControls, missingControls] = [true, false].map((isShared) =>
      controls.filter(({ controlId }) => fromRequirementsByControl.has(controlId) === isShared),
    );
    return {
      id,
      identifier,
      name,
      requirementFamily,
      part,
      coverage: coverageOf(
        controls.map(({ controlId, strength }) => ({ strength, done: fromRequirementsByControl.has(controlId) ? 'all' : 'nothing' })),
      ),
      sharedControls: (sharedControls ?? []).map((control) => ({
        id: control.controlId,
        name: control.name,
        strength: control.strength,
        fromRequirements: (fromRequirementsByControl.get(control.controlId) ?? []).map(({ source }) => source),
      })),
      missingControls: (missingControls ?? []).map((control) => ({
        id: control.controlId,
        name: control.name,
        strength: control.strength,
      })),
    };
  });
  const countDistinctControls = (key: 'sharedControls' | 'missingControls') =>
    new Set(requirements.flatMap((requirement) => requirement[key].map(({ id }) => id))).size;
  return {
    from,
    to,
    summary: {
      ...countsOf(requirements),
      sharedControlCount: countDistinctControls('sharedControls'),
      missingControlCount: countDistinctControls('missingControls'),
    },
    requirements,
  };
}
