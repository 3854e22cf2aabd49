/** Links risks to controls. The tasks of a risk support the controls that the risk is linked to. */
import { type Insertable, sql, type Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { newId } from '#platform/database/ids';
import { risks } from './data/risks/index.ts';
import type { DemoContext } from './demo-context.ts';
import type { Members } from './member.ts';

/** Maximum number of controls that a risk is linked to. */
const maxControls = 3;

/** Logs the mapping of each risk. @returns the rows of the links */
export async function createRiskControls(
  db: Transaction<SystemTables>,
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
): Promise<Insertable<SystemTables['risk_control']>[]> {
  const risksWithControls = await db
    .selectFrom('risk_task')
    .innerJoin('framework_control_task as supporting', 'supporting.task_id', 'risk_task.task_id')
    .innerJoin('control', 'control.id', 'supporting.control_id')
    .innerJoin('risk', 'risk.id', 'risk_task.risk_id')
    .select(['risk.id', 'risk.title', sql<string[]>`array_agg(distinct control.id)`.as('controlIds')])
    .where('risk.organization_id', '=', organization_id)
    .groupBy(['risk.id', 'risk.title'])
    .execute();
  return risksWithControls.flatMap(({ id, title, controlIds }) => {
    const created = risks.find((risk) => risk.title === title)?.created ?? 1;
    const current = controlIds.slice(0, maxControls);
    const auditNote = { description: 'Mapped controls to risk', changes: { controls: { previous: [], current } } };
    const linkedAt = calendar.ago(Math.max(1, created - 4), `${title} linked to controls`);
    log.write(linkedAt, members.of('noor'), 'replaceRiskControls', { path: { id } }, auditNote);
    return current.map((controlId) => ({ id: newId('rcl'), organization_id, risk_id: id, control_id: controlId }));
  });
}
