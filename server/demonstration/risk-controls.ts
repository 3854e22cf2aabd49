/** The controls that mitigate a risk: those that its tasks support. */
import { type Insertable, sql, type Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { newId } from '#platform/database/ids';
import { risks } from './data/risks/index.ts';
import type { DemoContext } from './demo-context.ts';
import type { Members } from './member.ts';

/** Maximum number of controls for one risk. */
const maxControls = 3;

/** @returns the links, with a log entry for each risk */
export async function riskControlsOf(
  db: Transaction<SystemTables>,
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
): Promise<Insertable<SystemTables['risk_control']>[]> {
  const supported = await db
    .selectFrom('risk_task')
    .innerJoin('framework_control_task as supporting', 'supporting.task_id', 'risk_task.task_id')
    .innerJoin('control', 'control.id', 'supporting.control_id')
    .innerJoin('risk', 'risk.id', 'risk_task.risk_id')
    .select(['risk.id', 'risk.title', sql<string[]>`array_agg(distinct control.id)`.as('controlIds')])
    .where('risk.organization_id', '=', organization_id)
    .groupBy(['risk.id', 'risk.title'])
    .execute();
  return supported.flatMap(({ id, title, controlIds }) => {
    const created = risks.find((risk) => risk.title === title)?.created ?? 1;
    const current = controlIds.slice(0, maxControls);
    const note = { description: 'Mapped controls to risk', changes: { controls: { previous: [], current } } };
    const at = calendar.ago(Math.max(1, created - 4), `${title} linked to controls`);
    log.write(at, members.of('noor'), 'replaceRiskControls', { path: { id } }, note);
    return current.map((controlId) => ({ id: newId('rcl'), organization_id, risk_id: id, control_id: controlId }));
  });
}
