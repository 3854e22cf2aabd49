/** The timelines of the adopted frameworks: the Type 1 audit of SOC 2 is under way, and the others are drafts. */
import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';
import { lockTimeline, saveTimeline } from '../areas/timelines/queries/states.ts';
import { type Deed, deedOf, deedsOf } from '../areas/timelines/rules/deeds.ts';
import { activated, completed } from '../areas/timelines/rules/lifecycle.ts';
import { newId } from '../platform/database/ids.ts';
import { asOrganization } from './as-organization.ts';
import { later } from './calendar.ts';
import { audit } from './data/program.ts';
import type { DemoContext } from './demo-context.ts';
import type { Members } from './member.ts';
import { required } from './named.ts';

export async function startAudit(db: Transaction<SystemTables>, scene: DemoContext, members: Members): Promise<void> {
  const { organizationId, calendar, log } = scene;
  const by = members.of(audit.by);
  const [begun, prepared] = [calendar.ago(audit.begun, 'audit'), calendar.ago(audit.prepared, 'policies')];
  const { before, active, after } = await asOrganization(db, organizationId, async (organization) => {
    const { id } = await organization.selectFrom('timeline').select('id').where('track_key', '=', audit.track).executeTakeFirstOrThrow();
    const draft = required(await lockTimeline(organization, id), audit.track);
    const started = activated(draft, calendar.due(-audit.begun), { now: begun, userId: by.user.id });
    const first = required(started.phases[0], 'phase');
    const advanced = completed(started, first.id, { now: prepared, userId: by.user.id });
    await saveTimeline(organization, draft, advanced);
    return { before: draft, active: started, after: advanced };
  });
  const path = { id: after.id };
  for (const [table, own] of [
    ['timeline', 'id'],
    ['timeline_phase', 'timeline_id'],
  ] as const)
    await sql`update ${sql.table(table)} set updated_at = ${prepared} where organization_id = ${organizationId} and ${sql.ref(own)} = ${after.id}`.execute(
      db,
    );
  // The schedule has not looked yet, and does so at once.
  await db
    .insertInto('timeline_check')
    .values({ id: newId('tlc'), organization_id: organizationId, sequence: 0, due_at: calendar.now })
    .execute();
  const activation = deedOf(after, 'Activated timeline', { startDate: { previous: null, current: active.startDate } });
  const write = (at: string, operation: 'activateTimeline' | 'completeTimelinePhase', deeds: readonly Deed[]) => {
    for (const [index, deed] of deeds.entries()) log.write(later(at, index / 1000), by, operation, { path }, deed);
  };
  write(begun, 'activateTimeline', [activation, ...deedsOf(before, active)]);
  write(prepared, 'completeTimelinePhase', deedsOf(active, after));
}
