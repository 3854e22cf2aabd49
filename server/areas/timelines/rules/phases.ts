/** Adding, changing and removing phases (spec/areas/timelines, rules 5, 6 and 8). */
import type { components } from '../../../../generated/api.d.ts';
import { endAfter, laidOut, momentOf } from './dates.ts';
import { advanced, completed } from './lifecycle.ts';
import { type Act, isAutomatic, type Phase, type Timeline } from './timeline.ts';

type Schemas = components['schemas'];

/** Most phases of a timeline. */
export const mostPhases = 50;

/** Gives each phase the position that it has in the list. */
function numbered(phases: readonly Phase[]): Phase[] {
  return phases.map((phase, orderIndex) => ({ ...phase, orderIndex }));
}

/** Whether a phase at this position or behind it is in progress or completed, so that nothing may be placed there. */
export function isStarted({ phases }: Timeline, orderIndex: number): boolean {
  return phases.slice(orderIndex).some(({ status }) => status !== 'PENDING');
}

/** Adds a pending phase (rule 6). @param id of the new phase */
export function withPhase(timeline: Timeline, id: string, body: Schemas['TimelinePhaseCreate']): Timeline {
  const phase: Phase = {
    id,
    phaseTemplateId: null,
    name: body.name.trim(),
    description: body.description || null,
    groupLabel: body.groupLabel || null,
    orderIndex: body.orderIndex,
    status: 'PENDING',
    startDate: null,
    endDate: null,
    durationWeeks: body.durationWeeks,
    completionType: body.completionType,
    locksTimelineOnComplete: false,
    datesPinned: false,
    regressedAt: null,
    completedAt: null,
    completedById: null,
    readyForReview: false,
    readyForReviewAt: null,
    documentUrl: null,
    documentName: null,
  };
  const { phases } = timeline;
  const index = Math.min(body.orderIndex, phases.length);
  return laidOut({ ...timeline, phases: numbered([...phases.slice(0, index), phase, ...phases.slice(index)]) }, index);
}

/** Removes a phase that is not completed; when it was in progress, the next pending one starts (rule 6). */
export function withoutPhase(timeline: Timeline, { id, orderIndex, status }: Phase, act: Act): Timeline {
  const left = { ...timeline, phases: numbered(timeline.phases.filter((phase) => phase.id !== id)) };
  return laidOut(status === 'IN_PROGRESS' ? advanced(left, act) : left, orderIndex);
}

/** What is wrong with the fields of a change, by field (rule 5). */
export function phaseFault(phase: Phase, body: Schemas['TimelinePhaseUpdate']): Readonly<Record<string, string>> | undefined {
  if (body.datesPinned === false && (body.startDate !== undefined || body.endDate !== undefined))
    return { datesPinned: 'must not be false when a date is set' };
  const { startDate, endDate } = datesOf(phase, body);
  return startDate !== null && endDate !== null && endDate < startDate ? { endDate: 'must not be before the start date' } : undefined;
}

/**
 * Changes the fields of a phase that are sent, and lays out the phases behind it (rule 5). A document completes a phase in progress that waits
 * for one (rule 8).
 */
export function changed(timeline: Timeline, phase: Phase, body: Schemas['TimelinePhaseUpdate'], act: Act): Timeline {
  const { name, description, groupLabel, documentName, datesPinned, startDate: _start, endDate: _end, ...fields } = body;
  const after: Phase = {
    ...phase,
    ...fields,
    ...(name !== undefined && { name: name.trim() }),
    ...(description !== undefined && { description: description || null }),
    ...(groupLabel !== undefined && { groupLabel: groupLabel || null }),
    ...(documentName !== undefined && { documentName: documentName || null }),
    ...datesOf(phase, body),
    ...(datesPinned !== undefined && { datesPinned }),
    // A draft has no dates but those that are pinned.
    ...(datesPinned === false && timeline.startDate === null && { startDate: null, endDate: null }),
  };
  const isSet = body.startDate !== undefined || body.endDate !== undefined;
  const pinned = isSet ? { ...after, datesPinned: true } : after;
  const { orderIndex, id } = phase;
  const replaced = { ...timeline, phases: timeline.phases.map((one) => (one.id === id ? pinned : one)) };
  // One that was unpinned follows the phase before it again, and any other keeps its own start.
  const laid = laidOut(replaced, datesPinned === false && phase.datesPinned ? orderIndex : orderIndex + 1);
  const delivers = pinned.completionType === 'AUTO_UPLOAD' && pinned.status === 'IN_PROGRESS' && body.documentUrl !== undefined;
  return delivers && pinned.documentUrl !== null && isAutomatic(laid) ? completed(laid, id, { ...act, userId: null }) : laid;
}

/** A new duration, or a new start without an end, moves the end. */
function datesOf(phase: Phase, body: Schemas['TimelinePhaseUpdate']): Pick<Phase, 'startDate' | 'endDate'> {
  const startDate = body.startDate === undefined ? phase.startDate : momentOf(body.startDate);
  if (body.endDate !== undefined) return { startDate, endDate: momentOf(body.endDate) };
  const lasts = body.durationWeeks !== undefined && phase.status !== 'COMPLETED';
  const moves = body.startDate !== undefined || lasts;
  const weeks = body.durationWeeks ?? phase.durationWeeks;
  return { startDate, endDate: moves && startDate !== null ? endAfter(startDate, weeks) : phase.endDate };
}
