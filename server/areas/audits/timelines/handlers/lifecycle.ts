/** Handlers that list timelines, and that change their status. */
import { stateOf } from '#contract/states';
import type { Handlers } from '#contract/types';
import { timelineStatus } from '#generated/transitions';
import { insertTimeline } from '#domain/timelines/create';
import { selectNextTemplate } from '#domain/timelines/templates';
import { refusal } from '#platform/refusals/refusal';
import { requireTimeline } from '../steps/answers.ts';
import { lockFrameworks } from '#domain/frameworks/lock';
import { hasCycle } from '../queries/cycles.ts';
import { lockTimeline, saveTimeline } from '../queries/locked-timelines.ts';
import { findTimeline, listTimelines } from '../queries/timelines.ts';
import { timelineCompleted, timelineNotFound } from '../refusals.ts';
import { actionOn, actionsOf } from '../rules/actions.ts';
import { parseTime } from '../rules/dates.ts';
import { activate, pause, resume, unlock } from '../rules/lifecycle.ts';
import { actionContextOf, logActions } from '../rules/acting.ts';

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
    if (before.status !== 'draft') return refusal('timeline_not_draft', stateOf(timelineStatus, before.status));
    const after = activate(before, parseTime(body.startDate), actionContextOf(actor));
    await saveTimeline(context.db, before, after);
    logActions(audit, [
      actionOn(after, 'Activated timeline', { startDate: { previous: null, current: after.startDate } }),
      ...actionsOf(before, after),
    ]);
    return { status: 200, body: await requireTimeline(context, after.id) };
  },

  async pauseTimeline({ path, actor, audit, ...context }) {
    const before = await lockTimeline(context.db, path.id);
    if (!before) return timelineNotFound();
    if (before.status !== 'active') return refusal('timeline_not_active', stateOf(timelineStatus, before.status));
    await saveTimeline(context.db, before, pause(before, actionContextOf(actor)));
    logActions(audit, [actionOn(before, 'Paused timeline')]);
    return { status: 200, body: await requireTimeline(context, before.id) };
  },

  async resumeTimeline({ path, actor, audit, ...context }) {
    const before = await lockTimeline(context.db, path.id);
    if (!before) return timelineNotFound();
    if (before.status !== 'paused') return refusal('timeline_not_paused', stateOf(timelineStatus, before.status));
    await saveTimeline(context.db, before, resume(before, actionContextOf(actor)));
    logActions(audit, [actionOn(before, 'Resumed timeline', { pausedAt: { previous: before.pausedAt, current: null } })]);
    return { status: 200, body: await requireTimeline(context, before.id) };
  },

  async startNextTimelineCycle({ path, audit, ...context }) {
    const { db } = context;
    await lockFrameworks(db);
    const before = await lockTimeline(db, path.id);
    if (!before) return timelineNotFound();
    if (before.status !== 'completed') return refusal('timeline_not_completed', stateOf(timelineStatus, before.status));
    const cycleNumber = before.cycleNumber + 1;
    if (await hasCycle(db, before, cycleNumber)) return refusal('timeline_cycle_exists');
    const { frameworkInstance, template } = await requireTimeline(context, before.id);
    const nextTemplate = selectNextTemplate(frameworkInstance.framework, template, cycleNumber);
    const id = await insertTimeline(db, before.frameworkInstanceId, nextTemplate, cycleNumber);
    audit.created(
      { framework: frameworkInstance.framework.name, trackKey: before.trackKey, cycleNumber },
      { description: 'Created the timeline of the next cycle', entityType: 'framework', entityId: id },
    );
    return { status: 201, body: await requireTimeline(context, id) };
  },

  async unlockTimeline({ path, body, actor, audit, ...context }) {
    const before = await lockTimeline(context.db, path.id);
    if (!before) return timelineNotFound();
    if (before.status === 'completed') return timelineCompleted();
    if (before.lockedAt === null) return refusal('timeline_not_locked');
    const after = unlock(before, body.unlockReason, actionContextOf(actor));
    await saveTimeline(context.db, before, after);
    logActions(audit, [
      actionOn(after, 'Unlocked timeline', { unlockReason: { previous: before.unlockReason, current: after.unlockReason } }),
    ]);
    return { status: 200, body: await requireTimeline(context, after.id) };
  },
} satisfies Partial<Handlers<'timelines'>>;
