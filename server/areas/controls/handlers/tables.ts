/** Controls as tables that people take along (spec/areas/controls, rule 17). */
import { CallOutside } from '../../../contract/replies.ts';
import type { Handlers } from '../../../contract/types.ts';
import { takeTurn } from '../../../domain/bulk/turn.ts';
import { codesOf, findCoded } from '../../../domain/controls/codes.ts';
import type { FoundRow } from '../../../domain/tables/columns.ts';
import { isTable, receiveTable } from '../../../domain/tables/read.ts';
import { tableFile } from '../../../domain/tables/file.ts';
import { added } from '../../../platform/audit/changes.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { isRefusal } from '../../../platform/refusals/refusal.ts';
import { tableOf } from '../documents/table.ts';
import { controlsWithCodes, lockControls } from '../queries/export.ts';
import { controlColumns, controlsAnswer, planControls } from '../rules/import.ts';
import { change, create } from './upsert.ts';

const mostControls = 1_000;
const noLinks = { policies: [], tasks: [], documentTypes: [], mappings: [] };

export const tables: Pick<Handlers<'controls'>, 'exportControls' | 'importControls'> = {
  async exportControls({ query: { format = 'csv' }, db, actor, audit }) {
    const table = tableOf(await controlsWithCodes(db, actor.restrictedTo));
    audit.did('Exported controls', { changes: added({ format }) });
    return tableFile(actor.organizationId, 'controls', format, table);
  },

  async importControls({ query: { dryRun }, body, ...context }) {
    const table = await receiveTable(context, body, controlColumns, mostControls);
    if (!isTable(table)) return table;
    return new CallOutside(async () => {
      const rows = await table.rows();
      return async (next) => (isRefusal(rows) ? rows : carryOut(next, rows, dryRun === true));
    });
  },
};

async function carryOut(
  { db, audit, skipAudit }: Pick<OrganizationContext, 'db' | 'audit' | 'skipAudit'>,
  rows: readonly FoundRow[],
  dryRun: boolean,
) {
  await takeTurn(db, 'control');
  const { find } = codesOf(await findCoded(db));
  const known = await lockControls(
    db,
    rows.flatMap(({ cells }) => find(cells.control ?? '') ?? []),
  );
  const steps = planControls(rows, (code) => known.get(find(code)?.id ?? ''));
  const isNothing = steps.every(({ outcome }) => outcome === 'unchanged' || outcome === 'refused');
  if (dryRun || isNothing) {
    skipAudit();
    return { status: 200 as const, body: controlsAnswer(steps) };
  }
  const ids = new Map<string, string>();
  for (const step of steps) {
    if (step.outcome === 'created') ids.set(step.code, (await create({ db, audit }, step.row, noLinks)).id);
    if (step.outcome === 'updated') await change({ db, audit }, step.before, step.row, noLinks);
  }
  return { status: 200 as const, body: controlsAnswer(steps, ids) };
}
