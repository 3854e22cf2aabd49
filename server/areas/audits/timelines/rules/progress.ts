/** Calculates the progress of phases, and its effects (timelines, rules 7 to 9, 12 and 13). */
import { frameworkKeyOf } from '#domain/timelines/plans';
import { type CompletionType, isAutomatic, type Phase, type Timeline } from './timeline.ts';

/** The total number of items, and the number of completed items. */
export interface Figures {
  readonly total: number;
  readonly done: number;
}

/** The completion types whose work can become incomplete again. */
export type MeasuredType = 'auto_tasks' | 'auto_policies' | 'auto_people';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long work may be incomplete before its phase is reopened, in ms. */
const gracePeriods: Readonly<Record<MeasuredType, number>> = { auto_people: 0, auto_tasks: dayMs, auto_policies: dayMs };

/** Returns whether figures decide when phases of this type are completed. */
export function isMeasured(type: CompletionType): type is MeasuredType {
  return Object.hasOwn(gracePeriods, type);
}

/** Returns the completed share in percent (rule 7). */
export function percentOf({ total, done }: Figures): number {
  return total === 0 ? 0 : Math.round((100 * done) / total);
}

/** Returns whether there is work and all of it is done (rule 8). */
export function isComplete({ total, done }: Figures): boolean {
  return total > 0 && done === total;
}

/** Returns whether there are findings and all of them are closed (rule 9). Only findings since the start of the phase are counted. */
export function areFindingsClosed({ total, closed }: { readonly total: number; readonly closed: number }): boolean {
  return total > 0 && closed === total;
}

const findingTypes: ReadonlyMap<string, FindingType> = new Map([
  ['soc2', 'soc2'],
  ['iso27001', 'iso27001'],
  ['iso42001', 'iso42001'],
  ['iso9001', 'iso9001'],
  ['pcidss', 'pci_dss'],
  ['hipaa', 'hipaa'],
  ['gdpr', 'gdpr'],
]);
export type FindingType = 'soc2' | 'iso27001' | 'iso42001' | 'iso9001' | 'pci_dss' | 'hipaa' | 'gdpr';

/** Returns the type of findings about a framework, by its name; undefined if findings have no such type (rule 9). */
export function findingTypeOf(frameworkName: string): FindingType | undefined {
  return findingTypes.get(frameworkKeyOf(frameworkName));
}

/** Returns whether incomplete work can reopen a completed phase. Phases completed by hand stay completed (rules 12 and 13). */
function canReopen({ status, completionType, completedById }: Phase): boolean {
  return status === 'completed' && completedById === null && isMeasured(completionType);
}

/** Returns when the phase is reopened if its work stays incomplete, in ms; undefined if the work is complete or the phase cannot reopen. */
function reopenTimeOf(phase: Phase): number | undefined {
  const { completionType, regressedAt } = phase;
  return canReopen(phase) && isMeasured(completionType) && regressedAt !== null
    ? Date.parse(regressedAt) + gracePeriods[completionType]
    : undefined;
}

/**
 * Records since when work of completed phases has been incomplete, and reopens the first phase past its grace period (rules 12 and 13).
 * @param isDone whether the work of a phase is complete
 */
export function reviewPhases(timeline: Timeline, isDone: (phase: Phase) => boolean, now: string): Timeline {
  const phases = timeline.phases.map((phase) => ({
    ...phase,
    regressedAt: canReopen(phase) && !isDone(phase) ? (phase.regressedAt ?? now) : null,
  }));
  const reopenedIndex = isAutomatic(timeline) ? phases.findIndex((phase) => (reopenTimeOf(phase) ?? Infinity) <= Date.parse(now)) : -1;
  return reopenedIndex < 0
    ? { ...timeline, phases }
    : {
        ...timeline,
        phases: phases.map((phase, index) => {
          if (index === reopenedIndex) return reopenPhase(phase, 'in_progress');
          return index > reopenedIndex && (phase.status !== 'completed' || canReopen(phase)) ? reopenPhase(phase, 'pending') : phase;
        }),
      };
}

function reopenPhase(phase: Phase, status: 'in_progress' | 'pending'): Phase {
  return { ...phase, status, completedAt: null, regressedAt: null, readyForReview: false, readyForReviewAt: null };
}

/** Returns the time by which the next check must happen: in a day, or earlier if a phase is due to be reopened (rule 19). */
export function nextCheckTime(timelines: readonly Timeline[], now: Date): string {
  const times = timelines.filter(isAutomatic).flatMap(({ phases }) => phases.flatMap((phase) => reopenTimeOf(phase) ?? []));
  return new Date(Math.min(now.getTime() + dayMs, ...times.map((time) => Math.max(time, now.getTime())))).toISOString();
}
