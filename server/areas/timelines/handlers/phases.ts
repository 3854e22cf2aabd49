import type { Handlers } from '../../../contract/types.ts';
import { differences } from '../../../platform/audit/changes.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { newId } from '../../../platform/database/ids.ts';
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import { phaseIn, recordOf } from '../queries/answers.ts';
import { findOrganization } from '../../../domain/organization/own.ts';
import { notifyOwners } from '../queries/owners.ts';
import { lockTimeline, saveTimeline } from '../queries/states.ts';
import type { TimelineRecord } from '../queries/timelines.ts';
import { phaseNotFound, timelineCompleted, timelineNotFound } from '../refusals.ts';
import { actOf, note } from '../rules/acting.ts';
import { completionNotices, deedOf, deedsOf, readyNotice } from '../rules/deeds.ts';
import { completed, ready } from '../rules/lifecycle.ts';
import { changed, isStarted, mostPhases, phaseFault, withoutPhase, withPhase } from '../rules/phases.ts';
import type { Timeline } from '../rules/timeline.ts';

export const phases = {
  async createTimelinePhase({ path, body, audit, ...context }) {
    const { db } = context;
    const before = await lockTimeline(db, path.id);
    if (!before) return timelineNotFound();
    if (before.status === 'COMPLETED') return timelineCompleted();
    if (before.phases.length >= mostPhases) return refusal('timeline_full', { maximum: mostPhases });
    if (isStarted(before, body.orderIndex)) return refusal('timeline_phase_started');
    const id = newId('tlp');
    await saveTimeline(db, before, withPhase(before, id, body));
    const phase = phaseIn(await recordOf(context, before.id), id);
    const { name, orderIndex, durationWeeks, completionType } = phase;
    audit.created(
      { name, orderIndex, durationWeeks, completionType },
      { description: `Added phase "${name}"`, entityType: 'framework', entityId: before.id },
    );
    return { status: 201, body: phase };
  },

  async updateTimelinePhase({ path, body, actor, audit, ...context }) {
    const { db } = context;
    const before = await lockTimeline(db, path.id);
    if (!before) return timelineNotFound();
    const phase = before.phases.find(({ id }) => id === path.phaseId);
    if (!phase) return phaseNotFound();
    const fault = phaseFault(phase, body);
    if (fault) return invalid(fault);
    if (before.status === 'COMPLETED') return timelineCompleted();
    const act = actOf(actor);
    const after = changed(before, phase, body, act);
    await saveTimeline(db, before, after);
    const record = await recordOf(context, after.id);
    const answer = phaseIn(record, phase.id);
    const { updatedAt: _updated, completionPercent: _percent, ...stored } = answer;
    audit.changed(phase, stored, {
      description: `Updated phase "${answer.name}"`,
      entityType: 'framework',
      entityId: after.id,
      fields: [
        'name',
        'description',
        'groupLabel',
        'durationWeeks',
        'startDate',
        'endDate',
        'datesPinned',
        'completionType',
        'locksTimelineOnComplete',
        'documentUrl',
        'documentName',
      ],
    });
    note(audit, deedsOf(before, after));
    await tellCompleted(context, record, before, after, act.userId);
    return { status: 200, body: answer };
  },

  async deleteTimelinePhase({ path, actor, audit, ...context }) {
    const { db } = context;
    const before = await lockTimeline(db, path.id);
    if (!before) return timelineNotFound();
    const phase = before.phases.find(({ id }) => id === path.phaseId);
    if (!phase) return phaseNotFound();
    if (phase.status === 'COMPLETED') return refusal('timeline_phase_completed');
    if (before.phases.length === 1) return refusal('timeline_phase_required');
    const act = actOf(actor);
    const after = withoutPhase(before, phase, act);
    await saveTimeline(db, before, after);
    const { name, orderIndex, status } = phase;
    audit.removed({ name, orderIndex, status }, { description: `Deleted phase "${name}"`, entityType: 'framework', entityId: after.id });
    note(audit, deedsOf(before, after));
    await tellCompleted(context, await recordOf(context, after.id), before, after, act.userId);
    return { status: 204 };
  },

  async completeTimelinePhase({ path, actor, audit, ...context }) {
    const { db } = context;
    const before = await lockTimeline(db, path.id);
    if (!before) return timelineNotFound();
    const phase = before.phases.find(({ id }) => id === path.phaseId);
    if (!phase) return phaseNotFound();
    if (before.status !== 'ACTIVE') return refusal('timeline_not_active');
    if (phase.status !== 'IN_PROGRESS') return refusal('timeline_phase_not_in_progress');
    const act = actOf(actor);
    const after = completed(before, phase.id, act);
    await saveTimeline(db, before, after);
    note(audit, deedsOf(before, after));
    const record = await recordOf(context, after.id);
    await tellCompleted(context, record, before, after, act.userId);
    return { status: 200, body: phaseIn(record, phase.id) };
  },

  async markTimelinePhaseReady({ path, actor, audit, skipAudit, ...context }) {
    const { db, ports } = context;
    const before = await lockTimeline(db, path.id);
    if (!before) return timelineNotFound();
    const phase = before.phases.find(({ id }) => id === path.phaseId);
    if (!phase) return phaseNotFound();
    if (phase.status !== 'IN_PROGRESS') return refusal('timeline_phase_not_in_progress');
    if (phase.readyForReview) {
      skipAudit();
    } else {
      const act = actOf(actor);
      const after = ready(before, phase.id, act);
      await saveTimeline(db, before, after);
      const changes = differences(phase, { readyForReview: true, readyForReviewAt: act.now }, ['readyForReview', 'readyForReviewAt']);
      note(audit, [deedOf(after, `Marked phase "${phase.name}" as ready for review`, changes)]);
    }
    const record = await recordOf(context, before.id);
    if (!phase.readyForReview)
      await notifyOwners(db, ports, before, [readyNotice(titled(record), phase, actor.user?.name ?? '')], actor.user?.id ?? null);
    const { id, name } = record.frameworkInstance.framework;
    return {
      status: 200,
      body: {
        organization: await findOrganization(db),
        framework: { id, name },
        phase: phaseIn(record, phase.id),
        alreadyReady: phase.readyForReview,
      },
    };
  },
} satisfies Partial<Handlers<'timelines'>>;

function titled({ template, cycleNumber }: TimelineRecord) {
  return { name: template.name, cycleNumber };
}

async function tellCompleted(
  { db, ports }: Pick<OrganizationContext, 'db' | 'ports'>,
  record: TimelineRecord,
  before: Timeline,
  after: Timeline,
  userId: string | null,
): Promise<void> {
  await notifyOwners(db, ports, after, completionNotices(titled(record), before, after), userId);
}
