/** Adds, changes and removes phases (timelines, rules 5, 6 and 8). */
import type { components } from '#generated/api';
import { endOfPhase, computeDates, parseTime } from './dates.ts';
import { advance, completePhase } from './lifecycle.ts';
import { type ActionContext, isAutomatic, type Phase, type Timeline } from './timeline.ts';
import { type FieldErrors, fieldErrors } from '#platform/refusals/field-errors';
import { noAuthor } from '#platform/identity/author';

type Schemas = components['schemas'];

/** The maximum number of phases in a timeline. */
export const maxPhases = 50;

/** Numbers the phases in the order of the list. */
function withPositions(phases: readonly Phase[]): Phase[] {
  return phases.map((phase, orderIndex) => ({ ...phase, orderIndex }));
}

/** Returns whether any phase from this position on is in progress or completed, so that no phase can be inserted there. */
export function isStarted({ phases }: Timeline, orderIndex: number): boolean {
  return phases.slice(orderIndex).some(({ status }) => status !== 'pending');
}

/** Adds a pending phase (rule 6). @param id of the new phase */
export function addPhase(timeline: Timeline, id: string, body: Schemas['TimelinePhaseCreate']): Timeline {
  const phase: Phase = {
    id,
    phaseTemplateId: null,
    name: body.name,
    description: body.description || null,
    groupLabel: body.groupLabel || null,
    orderIndex: body.orderIndex,
    status: 'pending',
    startDate: null,
    endDate: null,
    durationWeeks: body.durationWeeks,
    completionType: body.completionType,
    locksTimelineOnComplete: false,
    datesPinned: false,
    regressedAt: null,
    completedAt: null,
    completedById: null,
    completedVia: null,
    readyForReview: false,
    readyForReviewAt: null,
    documentUrl: null,
    documentName: null,
  };
  const { phases } = timeline;
  const index = Math.min(body.orderIndex, phases.length);
  return computeDates({ ...timeline, phases: withPositions([...phases.slice(0, index), phase, ...phases.slice(index)]) }, index);
}

/** Removes a phase that is not completed. If it was in progress, the next pending phase starts (rule 6). */
export function removePhase(timeline: Timeline, { id, orderIndex, status }: Phase, actionContext: ActionContext): Timeline {
  const remainingTimeline = { ...timeline, phases: withPositions(timeline.phases.filter((phase) => phase.id !== id)) };
  return computeDates(status === 'in_progress' ? advance(remainingTimeline, actionContext) : remainingTimeline, orderIndex);
}

/** Returns the validation errors of a change by field, or undefined (rule 5). */
export function validatePhase(phase: Phase, body: Schemas['TimelinePhaseUpdate']): FieldErrors | undefined {
  if (body.datesPinned === false && (body.startDate !== undefined || body.endDate !== undefined))
    return { datesPinned: fieldErrors.notAllowed('must not be false when a date is set') };
  const { startDate, endDate } = datesOf(phase, body);
  return startDate !== null && endDate !== null && endDate < startDate ? { endDate: fieldErrors.tooEarly('the start date') } : undefined;
}

/**
 * Changes the sent fields of a phase, and recomputes the dates of later phases (rule 5). Setting a document completes a phase in progress
 * whose completion type is `auto_upload` (rule 8).
 */
export function changePhase(
  timeline: Timeline,
  phase: Phase,
  body: Schemas['TimelinePhaseUpdate'],
  actionContext: ActionContext,
): Timeline {
  const { name, description, groupLabel, documentName, datesPinned, startDate: _start, endDate: _end, ...fields } = body;
  const after: Phase = {
    ...phase,
    ...fields,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: description || null }),
    ...(groupLabel !== undefined && { groupLabel: groupLabel || null }),
    ...(documentName !== undefined && { documentName: documentName || null }),
    ...datesOf(phase, body),
    ...(datesPinned !== undefined && { datesPinned }),
    // Phases of a draft have no dates unless they are pinned.
    ...(datesPinned === false && timeline.startDate === null && { startDate: null, endDate: null }),
  };
  const hasNewDate = body.startDate !== undefined || body.endDate !== undefined;
  const pinnedPhase = hasNewDate ? { ...after, datesPinned: true } : after;
  const { orderIndex, id } = phase;
  const changedTimeline = { ...timeline, phases: timeline.phases.map((candidate) => (candidate.id === id ? pinnedPhase : candidate)) };
  // A phase that was unpinned starts after the previous phase again. Any other phase keeps its start.
  const updatedTimeline = computeDates(changedTimeline, datesPinned === false && phase.datesPinned ? orderIndex : orderIndex + 1);
  const isUpload = pinnedPhase.completionType === 'auto_upload' && pinnedPhase.status === 'in_progress' && body.documentUrl !== undefined;
  return isUpload && pinnedPhase.documentUrl !== null && isAutomatic(updatedTimeline)
    ? completePhase(updatedTimeline, id, { ...actionContext, by: noAuthor })
    : updatedTimeline;
}

/** Returns the dates after a change. The end moves if the duration changes, or if the start changes without a new end. */
function datesOf(phase: Phase, body: Schemas['TimelinePhaseUpdate']): Pick<Phase, 'startDate' | 'endDate'> {
  const startDate = body.startDate === undefined ? phase.startDate : parseTime(body.startDate);
  if (body.endDate !== undefined) return { startDate, endDate: parseTime(body.endDate) };
  const hasNewDuration = body.durationWeeks !== undefined && phase.status !== 'completed';
  const shouldMoveEnd = body.startDate !== undefined || hasNewDuration;
  const weeks = body.durationWeeks ?? phase.durationWeeks;
  return { startDate, endDate: shouldMoveEnd && startDate !== null ? endOfPhase(startDate, weeks) : phase.endDate };
}
