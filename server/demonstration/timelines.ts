/** Starts the timeline of the SOC 2 Type 1 audit. The timelines of the other adopted frameworks stay drafts. */
import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '#generated/database';
import { lockTimeline, saveTimeline } from '#areas/audits/timelines/queries/locked-timelines';
import { type Action, actionOn, actionsOf } from '#areas/audits/timelines/rules/actions';
import { activate, completePhase } from '#areas/audits/timelines/rules/lifecycle';
import { newId } from '#platform/database/ids';
import { runAsOrganization } from './as-organization.ts';
import { addSeconds } from './calendar.ts';
import { audit } from './data/program.ts';
import type { DemoContext } from './demo-context.ts';
import type { Members } from './member.ts';
import { required } from './named.ts';

export async function startAudit(db: Transaction<SystemTables>, demo: DemoContext, members: Members): Promise<void> {
  const { organizationId, calendar, log } = demo;
  const auditLead = members.of(audit.by);
  const author = { userId: auditLead.user.id, via: null };
  const [startedAt, preparedAt] = [calendar.ago(audit.begun, 'audit'), calendar.ago(audit.prepared, 'policies')];
  const { before, active, after } = await runAsOrganization(db, organizationId, async (organization) => {
    const { id } = await organization.selectFrom('timeline').select('id').where('track_key', '=', audit.track).executeTakeFirstOrThrow();
    const draft = required(await lockTimeline(organization, id), audit.track);
    const started = activate(draft, calendar.midnightInDays(-audit.begun), { now: startedAt, by: author });
    const firstPhase = required(started.phases[0], 'phase');
    const advanced = completePhase(started, firstPhase.id, { now: preparedAt, by: author });
    await saveTimeline(organization, draft, advanced);
    return { before: draft, active: started, after: advanced };
  });
  const path = { id: after.id };
  for (const [table, idColumn] of [
    ['timeline', 'id'],
    ['timeline_phase', 'timeline_id'],
  ] as const)
    await sql`update ${sql.table(table)} set updated_at = ${preparedAt} where organization_id = ${organizationId} and ${sql.ref(idColumn)} = ${after.id}`.execute(
      db,
    );
  // The scheduled check of timelines is due immediately.
  await db
    .insertInto('timeline_check')
    .values({ id: newId('tlc'), organization_id: organizationId, sequence: 0, due_at: calendar.now })
    .execute();
  const activation = actionOn(after, 'Activated timeline', { startDate: { previous: null, current: active.startDate } });
  const logActions = (time: string, operation: 'activateTimeline' | 'completeTimelinePhase', actions: readonly Action[]) => {
    for (const [index, action] of actions.entries()) log.write(addSeconds(time, index / 1000), auditLead, operation, { path }, action);
  };
  logActions(startedAt, 'activateTimeline', [activation, ...actionsOf(before, active)]);
  logActions(preparedAt, 'completeTimelinePhase', actionsOf(active, after));
}
