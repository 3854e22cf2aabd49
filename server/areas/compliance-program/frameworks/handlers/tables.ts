/** Exports and imports requirements and mappings as tables (frameworks, rules 40 and 41). */
import { CallExternal } from '#contract/replies';
import type { Handlers } from '#contract/types';
import { toSlug } from '#documents/zip/names';
import { lockCodedControls } from '#domain/controls/codes';
import { findInstance, frameworkNameOf } from '#domain/frameworks/instances';
import { lockFrameworks } from '#domain/frameworks/lock';
import type { FoundRow } from '#documents/tables/columns';
import { isTable, receiveTable } from '#documents/tables/read';
import { createTableFile } from '#documents/tables/file';
import { changesOnCreate } from '#platform/audit/changes';
import type { OrganizationContext } from '#platform/context';
import { isRefusal } from '#platform/refusals/refusal';
import { toMappingsTable, toRequirementsTable } from '../documents/mapping-tables.ts';
import { listExistingMaps, lockRequirements, insertMaps, listMappedRequirements, updateStrengths } from '../queries/mappings.ts';
import { instanceNotFound } from '../refusals.ts';
import { mappingColumns, toImportResponse, planMappings } from '../rules/mappings.ts';

const entityType = 'framework';
const maxMappings = 10_000;

type TableOperation = 'exportFrameworkRequirements' | 'exportFrameworkMappings' | 'importFrameworkMappings';

export const tables: Pick<Handlers<'frameworks'>, TableOperation> = {
  async exportFrameworkRequirements({ path, query: { format = 'csv' }, db, actor, audit }) {
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const table = toRequirementsTable(await listMappedRequirements(db, instance));
    audit.performed('Exported requirements', { entityId: instance.id, changes: changesOnCreate({ format }) });
    return createTableFile(actor.organizationId, `${toSlug(frameworkNameOf(instance))}-requirements`, format, table);
  },

  async exportFrameworkMappings({ path, query: { format = 'csv' }, db, actor, audit }) {
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const table = toMappingsTable(await listMappedRequirements(db, instance));
    audit.performed('Exported mappings', { entityId: instance.id, changes: changesOnCreate({ format }) });
    return createTableFile(actor.organizationId, `${toSlug(frameworkNameOf(instance))}-mappings`, format, table);
  },

  async importFrameworkMappings({ path, query: { dryRun }, body, ...context }) {
    if (!(await findInstance(context.db, path.id))) return instanceNotFound();
    const table = await receiveTable(context, body, mappingColumns, maxMappings);
    if (!isTable(table)) return table;
    return new CallExternal(async () => {
      const rows = await table.rows();
      return async (newContext) => (isRefusal(rows) ? rows : importRows(newContext, path.id, table.name, rows, dryRun === true));
    });
  },
};

/** Only one import runs at a time in an organization, so that the plan is still valid when it is applied. */
async function importRows(
  { db, audit, skipAudit }: Pick<OrganizationContext, 'db' | 'audit' | 'skipAudit'>,
  instanceId: string,
  fileName: string,
  rows: readonly FoundRow[],
  dryRun: boolean,
) {
  await lockFrameworks(db);
  const instance = await findInstance(db, instanceId);
  if (!instance) return instanceNotFound();
  const controls = await lockCodedControls(db);
  const requirements = await lockRequirements(db, instance);
  const steps = planMappings(rows, { requirements, controls, maps: await listExistingMaps(db, instance.id) });
  const createdSteps = steps.filter((step) => step.outcome === 'created');
  const updatedSteps = steps.filter((step) => step.outcome === 'updated');
  if (dryRun || createdSteps.length + updatedSteps.length === 0) {
    skipAudit();
    return { status: 200 as const, body: toImportResponse(steps) };
  }
  const ids = await insertMaps(
    db,
    instance.id,
    createdSteps.map(({ requirement, control, strength = null }) => ({ requirement, controlId: control.id, strength })),
  );
  await updateStrengths(
    db,
    updatedSteps.map(({ before, strength = null }) => ({ id: before.id, strength })),
  );
  const mappingText = ({ requirement, control, strength }: (typeof createdSteps)[number] | (typeof updatedSteps)[number]) =>
    `${requirement.identifier}: ${control.name} (${control.id})${strength ? `, ${strength}` : ''}`;
  audit.performed('Imported mappings', {
    entityType,
    changes: changesOnCreate({
      file: fileName,
      ...(createdSteps.length && { mappings: createdSteps.map(mappingText) }),
      ...(updatedSteps.length && { strengths: updatedSteps.map(mappingText) }),
    }),
  });
  return { status: 200 as const, body: toImportResponse(steps, ids) };
}
