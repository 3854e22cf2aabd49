/** Handlers that add, change, complete and remove the phases of timelines. */
import { actorName } from '#platform/mail/name-with-via';
import { stateOf } from '#contract/states';
import type { Handlers } from '#contract/types';
import { timelinePhaseStatus, timelineStatus } from '#generated/transitions';
import { changesBetween } from '#platform/audit/changes';
import type { OrganizationContext } from '#platform/context';
import { newId } from '#platform/database/ids';
import { invalid, refusal } from '#platform/refusals/refusal';
import { requirePhase, requireTimeline } from '../steps/answers.ts';
import { findOrganization } from '#domain/people/organization/own';
import { notifyOwners } from '../queries/owners.ts';
import { findPhaseVersion, lockTimeline, saveTimeline } from '../queries/locked-timelines.ts';
import type { TimelineRecord } from '../queries/timelines.ts';
import { phaseNotFound, timelineCompleted, timelineNotFound } from '../refusals.ts';
import { actionContextOf, logActions } from '../rules/acting.ts';
import { completionNotices, actionOn, actionsOf, readyNotice } from '../rules/actions.ts';
import { completePhase, markReady } from '../rules/lifecycle.ts';
import { changePhase, isStarted, maxPhases, validatePhase, removePhase, addPhase } from '../rules/phases.ts';
import type { Timeline } from '../rules/timeline.ts';

export const phases = {
  async createTimelinePhase({ path, body, audit, ...context }) {
    const { db } = context;
    const before = await lockTimeline(db, path.id);
    if (!before) return timelineNotFound();
    if (before.status === 'completed') return timelineCompleted();
    if (before.phases.length >= maxPhases) return refusal('timeline_full', { maximum: maxPhases });
    if (isStarted(before, body.orderIndex)) return refusal('timeline_phase_started');
    const id = newId('tlp');
    await saveTimeline(db, before, addPhase(before, id, body));
    const phase = requirePhase(await requireTimeline(context, before.id), id);
    const { name, orderIndex, durationWeeks, completionType } = phase;
    audit.created(
      { name, orderIndex, durationWeeks, completionType },
      { description: `Added phase "${name}"`, entityType: 'framework', entityId: before.id },
    );
    return { status: 201, body: phase };
  },

  async updateTimelinePhase({ path, body, actor, audit, ...context }) {
    const { db, requireVersion } = context;
    const before = await lockTimeline(db, path.id);
    if (!before) return timelineNotFound();
    const phase = before.phases.find(({ id }) => id === path.phaseId);
    if (!phase) return phaseNotFound();
    requireVersion(await findPhaseVersion(db, phase.id));
    const errors = validatePhase(phase, body);
    if (errors) return invalid(errors);
    if (before.status === 'completed') return timelineCompleted();
    const actionContext = actionContextOf(actor);
    const after = changePhase(before, phase, body, actionContext);
    await saveTimeline(db, before, after);
    const record = await requireTimeline(context, after.id);
    const returnedPhase = requirePhase(record, phase.id);
    const { updatedAt: _updated, completionPercent: _percent, ...storedPhase } = returnedPhase;
    audit.changed(phase, storedPhase, {
      description: `Updated phase "${returnedPhase.name}"`,
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
    logActions(audit, actionsOf(before, after));
    await notifyCompleted(context, record, before, after, actionContext.by.userId);
    return { status: 200, body: returnedPhase };
  },

  async deleteTimelinePhase({ path, actor, audit, ...context }) {
    const { db, requireVersion } = context;
    const before = await lockTimeline(db, path.id);
    if (!before) return timelineNotFound();
    const phase = before.phases.find(({ id }) => id === path.phaseId);
    if (!phase) return phaseNotFound();
    requireVersion(await findPhaseVersion(db, phase.id));
    if (phase.status === 'completed') return refusal('timeline_phase_completed', stateOf(timelinePhaseStatus, phase.status));
    if (before.phases.length === 1) return refusal('timeline_phase_required');
    const actionContext = actionContextOf(actor);
    const after = removePhase(before, phase, actionContext);
    await saveTimeline(db, before, after);
    const { name, orderIndex, status } = phase;
    audit.removed({ name, orderIndex, status }, { description: `Deleted phase "${name}"`, entityType: 'framework', entityId: after.id });
    logActions(audit, actionsOf(before, after));
    await notifyCompleted(context, await requireTimeline(context, after.id), before, after, actionContext.by.userId);
    return { status: 204 };
  },

  async completeTimelinePhase({ path, actor, audit, ...context }) {
    const { db } = context;
    const before = await lockTimeline(db, path.id);
    if (!before) return timelineNotFound();
    const phase = before.phases.find(({ id }) => id === path.phaseId);
    if (!phase) return phaseNotFound();
    if (before.status !== 'active') return refusal('timeline_not_active', stateOf(timelineStatus, before.status));
    if (phase.status !== 'in_progress') return refusal('timeline_phase_not_in_progress', stateOf(timelinePhaseStatus, phase.status));
    const actionContext = actionContextOf(actor);
    const after = completePhase(before, phase.id, actionContext);
    await saveTimeline(db, before, after);
    logActions(audit, actionsOf(before, after));
    const record = await requireTimeline(context, after.id);
    await notifyCompleted(context, record, before, after, actionContext.by.userId);
    return { status: 200, body: requirePhase(record, phase.id) };
  },

  async markTimelinePhaseReady({ path, actor, audit, skipAudit, ...context }) {
    const { db, ports } = context;
    const before = await lockTimeline(db, path.id);
    if (!before) return timelineNotFound();
    const phase = before.phases.find(({ id }) => id === path.phaseId);
    if (!phase) return phaseNotFound();
    if (phase.status !== 'in_progress') return refusal('timeline_phase_not_in_progress', stateOf(timelinePhaseStatus, phase.status));
    if (phase.readyForReview) {
      skipAudit();
    } else {
      const actionContext = actionContextOf(actor);
      const after = markReady(before, phase.id, actionContext);
      await saveTimeline(db, before, after);
      const changes = changesBetween(phase, { readyForReview: true, readyForReviewAt: actionContext.now }, [
        'readyForReview',
        'readyForReviewAt',
      ]);
      logActions(audit, [actionOn(after, `Marked phase "${phase.name}" as ready for review`, changes)]);
    }
    const record = await requireTimeline(context, before.id);
    if (!phase.readyForReview)
      await notifyOwners(db, ports, before, [readyNotice(nameAndCycle(record), phase, actorName(actor))], actor.user?.id ?? null);
    const { id, name } = record.frameworkInstance.framework;
    return {
      status: 200,
      body: {
        organization: await findOrganization(db),
        framework: { id, name },
        phase: requirePhase(record, phase.id),
        alreadyReady: phase.readyForReview,
      },
    };
  },
} satisfies Partial<Handlers<'timelines'>>;

function nameAndCycle({ template, cycleNumber }: TimelineRecord) {
  return { name: template.name, cycleNumber };
}

async function notifyCompleted(
  { db, ports }: Pick<OrganizationContext, 'db' | 'ports'>,
  record: TimelineRecord,
  before: Timeline,
  after: Timeline,
  userId: string | null,
): Promise<void> {
  await notifyOwners(db, ports, after, completionNotices(nameAndCycle(record), before, after), userId);
}
