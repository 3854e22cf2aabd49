/** Queries of the families of controls in an adopted framework. */
import type { ManifestControl } from '#domain/catalogue/manifest';
import { inBatches } from '#platform/database/batches';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';

export interface FamilyChanges {
  /** The ids of the controls that had no family before. */
  readonly created: readonly string[];
  readonly updated: readonly { readonly controlId: string; readonly previous: string }[];
}

/** Copies the families of controls from the framework (frameworks, rule 18). @param controlIds ids of controls by template id */
export async function setFamilies(
  db: OrganizationDatabase,
  instanceId: string,
  controls: readonly ManifestControl[],
  controlIds: ReadonlyMap<string, string>,
): Promise<FamilyChanges> {
  const currentFamilies = await familiesOf(db, instanceId);
  const changedRows = controls.flatMap(({ id, controlFamily }) => {
    const controlId = controlIds.get(id);
    return controlId === undefined || controlFamily === null || currentFamilies.get(controlId) === controlFamily
      ? []
      : [{ id: newId('fcf'), framework_instance_id: instanceId, control_id: controlId, control_family: controlFamily }];
  });
  await writeFamilies(db, changedRows);
  return {
    created: changedRows.flatMap(({ control_id }) => (currentFamilies.has(control_id) ? [] : control_id)),
    updated: changedRows.flatMap(({ control_id }) => {
      const previous = currentFamilies.get(control_id);
      return previous === undefined ? [] : [{ controlId: control_id, previous }];
    }),
  };
}

interface FamilyRow {
  readonly id: string;
  readonly framework_instance_id: string;
  readonly control_id: string;
  readonly control_family: string;
}

async function writeFamilies(db: OrganizationDatabase, rows: readonly FamilyRow[]): Promise<void> {
  await inBatches(rows, (batch) =>
    db
      .insertInto('framework_control_family')
      .values(batch)
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'framework_instance_id', 'control_id'])
          .doUpdateSet(({ ref }) => ({ control_family: ref('excluded.control_family') })),
      )
      .execute(),
  );
}

/** Returns the families in an adopted framework by control id. */
export async function familiesOf(db: OrganizationDatabase, instanceId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('framework_control_family')
    .select(['control_id', 'control_family'])
    .where('framework_instance_id', '=', instanceId)
    .execute();
  return new Map(rows.map(({ control_id, control_family }) => [control_id, control_family]));
}

/** Removes the families of controls. @returns the removed families */
export async function removeFamilies(
  db: OrganizationDatabase,
  instanceId: string,
  controlIds: readonly string[],
): Promise<{ controlId: string; previous: string }[]> {
  if (!controlIds.length) return [];
  const deletedRows = await db
    .deleteFrom('framework_control_family')
    .where('framework_instance_id', '=', instanceId)
    .where('control_id', 'in', controlIds)
    .returning(['control_id', 'control_family'])
    .execute();
  return deletedRows.map(({ control_id, control_family }) => ({ controlId: control_id, previous: control_family }));
}

/** Restores the previous families of controls. */
export function restoreFamilies(
  db: OrganizationDatabase,
  instanceId: string,
  families: readonly { readonly controlId: string; readonly previous: string }[],
): Promise<void> {
  return writeFamilies(
    db,
    families.map(({ controlId, previous }) => ({
      id: newId('fcf'),
      framework_instance_id: instanceId,
      control_id: controlId,
      control_family: previous,
    })),
  );
}
