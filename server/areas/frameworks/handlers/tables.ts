/** Requirements and mappings as tables that people take along (spec/areas/frameworks, rules 40 and 41). */
import { CallOutside } from '../../../contract/replies.ts';
import type { Handlers } from '../../../contract/types.ts';
import { slugOf } from '../../../documents/zip/names.ts';
import { holdCoded } from '../../../domain/controls/codes.ts';
import { findInstance, nameOf } from '../../../domain/frameworks/instances.ts';
import { lockFrameworks } from '../../../domain/frameworks/lock.ts';
import type { FoundRow } from '../../../domain/tables/columns.ts';
import { isTable, receiveTable } from '../../../domain/tables/read.ts';
import { tableFile } from '../../../domain/tables/file.ts';
import { added } from '../../../platform/audit/changes.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { isRefusal } from '../../../platform/refusals/refusal.ts';
import { mappingsTable, requirementsTable } from '../documents/mapped.ts';
import { existingMaps, holdRequirements, insertMaps, mappedRequirements, updateStrengths } from '../queries/mappings.ts';
import { instanceNotFound } from '../refusals.ts';
import { mappingColumns, mappingsAnswer, planMappings } from '../rules/mappings.ts';

const entityType = 'framework';
const mostMappings = 10_000;

type Tables = 'exportFrameworkRequirements' | 'exportFrameworkMappings' | 'importFrameworkMappings';

export const tables: Pick<Handlers<'frameworks'>, Tables> = {
  async exportFrameworkRequirements({ path, query: { format = 'csv' }, db, actor, audit }) {
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const table = requirementsTable(await mappedRequirements(db, instance));
    audit.did('Exported requirements', { entityId: instance.id, changes: added({ format }) });
    return tableFile(actor.organizationId, `${slugOf(nameOf(instance))}-requirements`, format, table);
  },

  async exportFrameworkMappings({ path, query: { format = 'csv' }, db, actor, audit }) {
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const table = mappingsTable(await mappedRequirements(db, instance));
    audit.did('Exported mappings', { entityId: instance.id, changes: added({ format }) });
    return tableFile(actor.organizationId, `${slugOf(nameOf(instance))}-mappings`, format, table);
  },

  async importFrameworkMappings({ path, query: { dryRun }, body, ...context }) {
    if (!(await findInstance(context.db, path.id))) return instanceNotFound();
    const table = await receiveTable(context, body, mappingColumns, mostMappings);
    if (!isTable(table)) return table;
    return new CallOutside(async () => {
      const rows = await table.rows();
      return async (next) => (isRefusal(rows) ? rows : carryOut(next, path.id, table.name, rows, dryRun === true));
    });
  },
};

/** One at a time in an organization, so what is planned is what is done. */
async function carryOut(
  { db, audit, skipAudit }: Pick<OrganizationContext, 'db' | 'audit' | 'skipAudit'>,
  instanceId: string,
  fileName: string,
  rows: readonly FoundRow[],
  dryRun: boolean,
) {
  await lockFrameworks(db);
  const instance = await findInstance(db, instanceId);
  if (!instance) return instanceNotFound();
  const controls = await holdCoded(db);
  const requirements = await holdRequirements(db, instance);
  const steps = planMappings(rows, { requirements, controls, maps: await existingMaps(db, instance.id) });
  const created = steps.filter((step) => step.outcome === 'created');
  const updated = steps.filter((step) => step.outcome === 'updated');
  if (dryRun || created.length + updated.length === 0) {
    skipAudit();
    return { status: 200 as const, body: mappingsAnswer(steps) };
  }
  const ids = await insertMaps(
    db,
    instance.id,
    created.map(({ requirement, control, strength = null }) => ({ requirement, controlId: control.id, strength })),
  );
  await updateStrengths(
    db,
    updated.map(({ before, strength = null }) => ({ id: before.id, strength })),
  );
  const shown = ({ requirement, control, strength }: (typeof created)[number] | (typeof updated)[number]) =>
    `${requirement.identifier}: ${control.name} (${control.id})${strength ? `, ${strength}` : ''}`;
  audit.did('Imported mappings', {
    entityType,
    changes: added({
      file: fileName,
      ...(created.length && { mappings: created.map(shown) }),
      ...(updated.length && { strengths: updated.map(shown) }),
    }),
  });
  return { status: 200 as const, body: mappingsAnswer(steps, ids) };
}
