/** Loads and locks timelines for the rules, and stores their changes. */
import { isDeepStrictEqual } from 'node:util';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Phase, Timeline } from '../rules/timeline.ts';
import { phaseColumns, timelineColumns } from './columns.ts';

/** Locks the timeline and its phases until the transaction ends. */
export async function lockTimeline(db: OrganizationDatabase, id: string): Promise<Timeline | undefined> {
  const row = await db.selectFrom('timeline').select(timelineColumns).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && withPhases(db, row);
}

/** Locks the timelines that the scheduled job checks, which are active or completed, until the transaction ends. */
export async function lockOpenTimelines(db: OrganizationDatabase): Promise<Timeline[]> {
  const rows = await db
    .selectFrom('timeline')
    .select(timelineColumns)
    .where('status', 'in', ['active', 'completed'])
    .orderBy('id')
    .forUpdate()
    .execute();
  const timelines: Timeline[] = [];
  for (const row of rows) timelines.push(await withPhases(db, row));
  return timelines;
}

type Row = Omit<Timeline, 'phases'> & {
  readonly organizationId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly version: number;
};

async function withPhases(
  db: OrganizationDatabase,
  { organizationId: _organization, createdAt: _created, updatedAt: _updated, version: _version, ...timeline }: Row,
): Promise<Timeline> {
  const phases = await db
    .selectFrom('timeline_phase')
    .select(phaseColumns)
    .where('timeline_id', '=', timeline.id)
    .orderBy('order_index')
    .execute();
  return { ...timeline, phases };
}

/** @param id of a phase whose timeline is locked */
export function findPhaseVersion(db: OrganizationDatabase, id: string): Promise<{ readonly version: number; readonly updatedAt: string }> {
  return db
    .selectFrom('timeline_phase')
    .select(columnsOf('timeline_phase', 'version', 'updatedAt'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Stores the differences between two states. @param before the timeline as it was when it was locked */
export async function saveTimeline(db: OrganizationDatabase, before: Timeline, after: Timeline): Promise<void> {
  if (!isDeepStrictEqual(rowOf(before), rowOf(after)))
    await db.updateTable('timeline').set(rowOf(after)).where('id', '=', after.id).execute();
  const phasesById = new Map(before.phases.map((phase) => [phase.id, phase]));
  for (const phase of after.phases) {
    const previous = phasesById.get(phase.id);
    if (!previous)
      await db
        .insertInto('timeline_phase')
        .values({ id: phase.id, timeline_id: after.id, phase_template_id: phase.phaseTemplateId, ...phaseRowOf(phase) })
        .execute();
    else if (!isDeepStrictEqual(phaseRowOf(previous), phaseRowOf(phase)))
      await db.updateTable('timeline_phase').set(phaseRowOf(phase)).where('id', '=', phase.id).execute();
  }
  const remainingIds = new Set(after.phases.map(({ id }) => id));
  const removedIds = before.phases.flatMap(({ id }) => (remainingIds.has(id) ? [] : id));
  if (removedIds.length) await db.deleteFrom('timeline_phase').where('id', 'in', removedIds).execute();
}

function rowOf(timeline: Timeline) {
  return {
    status: timeline.status,
    start_date: timeline.startDate,
    paused_at: timeline.pausedAt,
    completed_at: timeline.completedAt,
    locked_at: timeline.lockedAt,
    locked_by_id: timeline.lockedById,
    locked_via: timeline.lockedVia,
    unlocked_at: timeline.unlockedAt,
    unlocked_by_id: timeline.unlockedById,
    unlocked_via: timeline.unlockedVia,
    unlock_reason: timeline.unlockReason,
  };
}

function phaseRowOf(phase: Phase) {
  return {
    name: phase.name,
    description: phase.description,
    group_label: phase.groupLabel,
    order_index: phase.orderIndex,
    status: phase.status,
    start_date: phase.startDate,
    end_date: phase.endDate,
    duration_weeks: phase.durationWeeks,
    completion_type: phase.completionType,
    locks_timeline_on_complete: phase.locksTimelineOnComplete,
    dates_pinned: phase.datesPinned,
    regressed_at: phase.regressedAt,
    completed_at: phase.completedAt,
    completed_by_id: phase.completedById,
    completed_via: phase.completedVia,
    ready_for_review: phase.readyForReview,
    ready_for_review_at: phase.readyForReviewAt,
    document_url: phase.documentUrl,
    document_name: phase.documentName,
  };
}
