/** Exports and imports controls as tables (controls, rule 17). */
import { CallExternal } from '#contract/replies';
import type { Handlers } from '#contract/types';
import { lockExternalIds } from '#domain/bulk/lock';
import { createControlCodes, listCodedControls } from '#domain/controls/codes';
import type { FoundRow } from '#documents/tables/columns';
import { isTable, receiveTable } from '#documents/tables/read';
import { createTableFile } from '#documents/tables/file';
import { changesOnCreate } from '#platform/audit/changes';
import type { OrganizationContext } from '#platform/context';
import { isRefusal } from '#platform/refusals/refusal';
import { toControlsTable } from '../documents/table.ts';
import { listControlsWithCodes, lockControls } from '../queries/export.ts';
import { controlColumns, toImportResponse, planControls } from '../rules/import.ts';
import { updateRow, createRow } from './upsert.ts';

const maxControls = 1_000;
const noLinks = { policies: [], tasks: [], documentTypes: [], mappings: [] };

export const tables: Pick<Handlers<'controls'>, 'exportControls' | 'importControls'> = {
  async exportControls({ query: { format = 'csv' }, db, actor, audit }) {
    const table = toControlsTable(await listControlsWithCodes(db, actor.restrictedTo));
    audit.performed('Exported controls', { changes: changesOnCreate({ format }) });
    return createTableFile(actor.organizationId, 'controls', format, table);
  },

  async importControls({ query: { dryRun }, body, ...context }) {
    const table = await receiveTable(context, body, controlColumns, maxControls);
    if (!isTable(table)) return table;
    return new CallExternal(async () => {
      const rows = await table.rows();
      return async (newContext) => (isRefusal(rows) ? rows : importRows(newContext, rows, dryRun === true));
    });
  },
};

async function importRows(
  { db, audit, skipAudit }: Pick<OrganizationContext, 'db' | 'audit' | 'skipAudit'>,
  rows: readonly FoundRow[],
  dryRun: boolean,
) {
  await lockExternalIds(db, 'control');
  const { find } = createControlCodes(await listCodedControls(db));
  const existingControls = await lockControls(
    db,
    rows.flatMap(({ cells }) => find(cells.control ?? '') ?? []),
  );
  const steps = planControls(rows, (code) => existingControls.get(find(code)?.id ?? ''));
  const isUnchanged = steps.every(({ outcome }) => outcome === 'unchanged' || outcome === 'refused');
  if (dryRun || isUnchanged) {
    skipAudit();
    return { status: 200 as const, body: toImportResponse(steps) };
  }
  const ids = new Map<string, string>();
  for (const step of steps) {
    if (step.outcome === 'created') ids.set(step.code, (await createRow({ db, audit }, step.row, noLinks)).id);
    if (step.outcome === 'updated') await updateRow({ db, audit }, step.before, step.row, noLinks);
  }
  return { status: 200 as const, body: toImportResponse(steps, ids) };
}
