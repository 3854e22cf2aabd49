/** Queries for the export and import of a framework's mappings as tables (frameworks, rules 40 and 41). */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { selectStrength } from '#domain/catalogue/strength';
import type { Strength } from '#domain/catalogue/types';
import { createControlCodes, listCodedControls } from '#domain/controls/codes';
import { addDerivedFields } from '#domain/controls/derived-fields';
import { copyLinksToCustomFrameworks } from '#domain/controls/links/custom-frameworks';
import type { Instance } from '#domain/frameworks/instances';
import { inBatches } from '#platform/database/batches';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { ExistingMap, Requirement } from '../rules/mappings.ts';
import { findMappedControls } from './controls.ts';
import { selectCustomRequirements } from './custom-requirements.ts';
import { listDefinitions } from './requirements.ts';

type Schemas = components['schemas'];

export interface MappedControl {
  readonly name: string;
  readonly code: string;
  readonly strength: Strength | null;
  readonly status: Schemas['ImplementationStatus'];
}
export type MappedRequirement = Schemas['AdoptedRequirement'] & {
  /** The active controls that meet the requirement, sorted by name. */
  readonly controls: readonly MappedControl[];
};

/** @returns the requirements in the order of the framework, with the active controls that meet them */
export async function listMappedRequirements(db: OrganizationDatabase, instance: Instance): Promise<MappedRequirement[]> {
  const [definitions, { controls, maps }, codedControls] = await Promise.all([
    listDefinitions(db, instance),
    findMappedControls(db, instance.id),
    listCodedControls(db),
  ]);
  const { codeOf } = createControlCodes(codedControls);
  const controlsWithStatus = await addDerivedFields(db, controls);
  const controlsById = new Map(controlsWithStatus.map((control, place) => [control.id, { control, place, code: codeOf(control) }]));
  const mapsOf = Map.groupBy(maps, ({ requirementId, customRequirementId }) => requirementId ?? customRequirementId);
  return definitions.map((definition) => ({
    ...definition,
    controls: (mapsOf.get(definition.id) ?? [])
      .flatMap(({ controlId, strength }) => {
        const mappedControl = controlsById.get(controlId);
        return mappedControl ? [{ ...mappedControl, strength }] : [];
      })
      .toSorted((one, other) => one.place - other.place)
      .map(({ control, code, strength }) => ({ name: control.name, code, strength, status: control.implementationStatus })),
  }));
}

/** Lists the requirements of an instance, and locks the custom requirements against deletion until the transaction ends. */
export async function lockRequirements(db: OrganizationDatabase, instance: Instance): Promise<Requirement[]> {
  await selectCustomRequirements(db, instance).clearSelect().select('id').orderBy('id').forKeyShare().execute();
  return listDefinitions(db, instance);
}

/** Lists all maps of an instance, including archived ones. */
export function listExistingMaps(db: OrganizationDatabase, instanceId: string): Promise<ExistingMap[]> {
  return db
    .selectFrom('requirement_map')
    .select(({ fn, eb }) => [
      'requirement_map.id',
      'requirement_map.control_id as controlId',
      fn.coalesce('requirement_map.requirement_id', 'requirement_map.custom_requirement_id', sql.lit('')).as('requirementId'),
      eb('requirement_map.archived_at', 'is not', null).$castTo<boolean>().as('isArchived'),
      eb.ref('requirement_map.strength').$castTo<Strength | null>().as('ownStrength'),
      selectStrength('requirement_map').as('strength'),
    ])
    .where('requirement_map.framework_instance_id', '=', instanceId)
    .execute();
}

export interface NewMap {
  readonly requirement: Requirement;
  readonly controlId: string;
  readonly strength: Strength | null;
}

/** Inserts maps, and restores maps that a sync archived. @returns the ids of the maps by requirement id and control id */
export async function insertMaps(db: OrganizationDatabase, instanceId: string, maps: readonly NewMap[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const kind of ['platform', 'custom'] as const) {
    const column = kind === 'platform' ? 'requirement_id' : 'custom_requirement_id';
    await inBatches(
      maps.filter(({ requirement }) => requirement.kind === kind),
      async (batch) => {
        const rows = await db
          .insertInto('requirement_map')
          .values(
            batch.map(({ requirement, controlId, strength }) => ({
              id: newId('req'),
              framework_instance_id: instanceId,
              control_id: controlId,
              [column]: requirement.id,
              strength,
            })),
          )
          .onConflict((conflict) =>
            conflict
              .columns(['organization_id', 'framework_instance_id', 'control_id', column])
              .doUpdateSet(({ ref }) => ({ archived_at: null, strength: ref('excluded.strength') })),
          )
          .returning(['id', 'control_id', column])
          .execute();
        for (const row of rows) ids.set(`${row[column]} ${row.control_id}`, row.id);
      },
    );
  }
  await copyLinksToCustomFrameworks(db, [...new Set(maps.map(({ controlId }) => controlId))]);
  return ids;
}

/** Updates the strengths of maps. */
export async function updateStrengths(
  db: OrganizationDatabase,
  maps: readonly { readonly id: string; readonly strength: Strength | null }[],
): Promise<void> {
  if (!maps.length) return;
  const newStrengths = sql<{
    id: string;
    strength: Strength | null;
  }>`jsonb_to_recordset(${JSON.stringify(maps)}::jsonb)`.as<'given'>(sql`given(id text, strength text)`);
  await db
    .updateTable('requirement_map')
    .from(newStrengths)
    .set(({ ref }) => ({ strength: ref('given.strength') }))
    .whereRef('requirement_map.id', '=', 'given.id')
    .execute();
}
