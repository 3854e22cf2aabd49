import type { Handlers } from '../../../contract/types.ts';
import { insertTimeline } from '../../../domain/timelines/create.ts';
import { nextTemplate } from '../../../domain/timelines/templates.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import { recordOf } from '../queries/answers.ts';
import { lockFrameworks } from '../../../domain/frameworks/lock.ts';
import { hasCycle } from '../queries/cycles.ts';
import { lockTimeline, saveTimeline } from '../queries/states.ts';
import { findTimeline, listTimelines } from '../queries/timelines.ts';
import { timelineCompleted, timelineNotFound } from '../refusals.ts';
import { deedOf, deedsOf } from '../rules/deeds.ts';
import { momentOf } from '../rules/dates.ts';
import { activated, paused, resumed, unlocked } from '../rules/lifecycle.ts';
import { actOf, note } from '../rules/acting.ts';

export const lifecycle = {
  async listTimelines({ query, page, db }) {
    return { status: 200, page: await listTimelines(db, query, page) };
  },

  async getTimeline({ path, db, ports }) {
    const timeline = await findTimeline(db, ports.access.staffEmailDomains, path.id);
    return timeline ? { status: 200, body: timeline } : timelineNotFound();
  },

  async activateTimeline({ path, body, actor, audit, ...context }) {
    const before = await lockTimeline(context.db, path.id);
    if (!before) return timelineNotFound();
    if (before.status !== 'DRAFT') return refusal('timeline_not_draft');
    const after = activated(before, momentOf(body.startDate), actOf(actor));
    await saveTimeline(context.db, before, after);
    note(audit, [
      deedOf(after, 'Activated timeline', { startDate: { previous: null, current: after.startDate } }),
      ...deedsOf(before, after),
    ]);
    return { status: 200, body: await recordOf(context, after.id) };
  },

  async pauseTimeline({ path, actor, audit, ...context }) {
    const before = await lockTimeline(context.db, path.id);
    if (!before) return timelineNotFound();
    if (before.status !== 'ACTIVE') return refusal('timeline_not_active');
    await saveTimeline(context.db, before, paused(before, actOf(actor)));
    note(audit, [deedOf(before, 'Paused timeline')]);
    return { status: 200, body: await recordOf(context, before.id) };
  },

  async resumeTimeline({ path, actor, audit, ...context }) {
    const before = await lockTimeline(context.db, path.id);
    if (!before) return timelineNotFound();
    if (before.status !== 'PAUSED') return refusal('timeline_not_paused');
    await saveTimeline(context.db, before, resumed(before, actOf(actor)));
    note(audit, [deedOf(before, 'Resumed timeline', { pausedAt: { previous: before.pausedAt, current: null } })]);
    return { status: 200, body: await recordOf(context, before.id) };
  },

  async startNextTimelineCycle({ path, audit, ...context }) {
    const { db } = context;
    await lockFrameworks(db);
    const before = await lockTimeline(db, path.id);
    if (!before) return timelineNotFound();
    if (before.status !== 'COMPLETED') return refusal('timeline_not_completed');
    const cycleNumber = before.cycleNumber + 1;
    if (await hasCycle(db, before, cycleNumber)) return refusal('timeline_cycle_exists');
    const { frameworkInstance, template } = await recordOf(context, before.id);
    const next = nextTemplate(frameworkInstance.framework, template, cycleNumber);
    const id = await insertTimeline(db, before.frameworkInstanceId, next, cycleNumber);
    audit.created(
      { framework: frameworkInstance.framework.name, trackKey: before.trackKey, cycleNumber },
      { description: 'Created the timeline of the next cycle', entityType: 'framework', entityId: id },
    );
    return { status: 201, body: await recordOf(context, id) };
  },

  async unlockTimeline({ path, body, actor, audit, ...context }) {
    const before = await lockTimeline(context.db, path.id);
    if (!before) return timelineNotFound();
    if (before.status === 'COMPLETED') return timelineCompleted();
    if (before.lockedAt === null) return refusal('timeline_not_locked');
    const after = unlocked(before, body.unlockReason.trim(), actOf(actor));
    await saveTimeline(context.db, before, after);
    note(audit, [deedOf(after, 'Unlocked timeline', { unlockReason: { previous: before.unlockReason, current: after.unlockReason } })]);
    return { status: 200, body: await recordOf(context, after.id) };
  },
} satisfies Partial<Handlers<'timelines'>>;
