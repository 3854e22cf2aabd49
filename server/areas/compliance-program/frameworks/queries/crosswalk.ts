/** Maps a framework of the catalog to another one (frameworks, rule 38). */
import type { components } from '#generated/api';
import { findCurrentRequirements } from '#domain/catalogue/manifest';
import type { OrganizationDatabase } from '#platform/database/handle';
import { countsOf, coverageOf } from '../rules/coverage.ts';
import { linksOf } from './template-links.ts';

type Schemas = components['schemas'];
export type Crosswalk = Schemas['FrameworkCrosswalk'];
type Side = Schemas['FrameworkCrosswalkSide'];

/** Finds catalog frameworks that can be adopted, or were adopted before they were hidden. */
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
  const [before, after] = await Promise.all([findCurrentRequirements(db, from.id), findCurrentRequirements(db, to.id)]);
  const links = await linksOf(
    db,
    [...before, ...after].map(({ id }) => id),
  );
  const sources = Map.groupBy(
    before.flatMap(({ id, identifier }) =>
      (links.get(id) ?? []).map(({ controlId, strength }) => ({ controlId, source: { id, identifier, strength } })),
    ),
    ({ controlId }) => controlId,
  );
  const requirements = after.map(({ id, identifier, name, requirementFamily, part }) => {
    const controls = links.get(id) ?? [];
    const [shared, missing] = [true, false].map((wanted) => controls.filter(({ controlId }) => sources.has(controlId) === wanted));
    return {
      id,
      identifier,
      name,
      requirementFamily,
      part,
      coverage: coverageOf(controls.map(({ controlId, strength }) => ({ strength, done: sources.has(controlId) ? 'all' : 'nothing' }))),
      sharedControls: (shared ?? []).map((control) => ({
        id: control.controlId,
        name: control.name,
        strength: control.strength,
        fromRequirements: (sources.get(control.controlId) ?? []).map(({ source }) => source),
      })),
      missingControls: (missing ?? []).map((control) => ({ id: control.controlId, name: control.name, strength: control.strength })),
    };
  });
  const differing = (key: 'sharedControls' | 'missingControls') =>
    new Set(requirements.flatMap((requirement) => requirement[key].map(({ id }) => id))).size;
  return {
    from,
    to,
    summary: {
      ...countsOf(requirements),
      sharedControlCount: differing('sharedControls'),
      missingControlCount: differing('missingControls'),
    },
    requirements,
  };
}
