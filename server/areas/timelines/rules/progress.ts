/** How far the work behind a phase is, and what follows from it (spec/areas/timelines, rules 7 to 9, 12 and 13). */
import { keyOf } from '../../../domain/timelines/plans.ts';
import { type CompletionType, isAutomatic, type Phase, type Timeline } from './timeline.ts';

/** How many there are, and how many of them are complete. */
export interface Figures {
  readonly total: number;
  readonly done: number;
}

/** The completion types whose work can become incomplete again. */
export type MeasuredType = 'AUTO_TASKS' | 'AUTO_POLICIES' | 'AUTO_PEOPLE';

const hour = 3_600_000;
const day = 24 * hour;

/** For how long work may be incomplete before its phase is reopened, in ms. */
const grace: Readonly<Record<MeasuredType, number>> = { AUTO_PEOPLE: 0, AUTO_TASKS: day, AUTO_POLICIES: day };

/** Whether phases of this type are completed by figures. */
export function isMeasured(type: CompletionType): type is MeasuredType {
  return Object.hasOwn(grace, type);
}

/** The completed part in percent (rule 7). */
export function percentOf({ total, done }: Figures): number {
  return total === 0 ? 0 : Math.round((100 * done) / total);
}

/** Whether there is work and nothing of it is open (rule 8). */
export function isComplete({ total, done }: Figures): boolean {
  return total > 0 && done === total;
}

/** Whether the auditor has recorded findings and all of them are closed (rule 9). @param findings those since the start of the phase */
export function areSettled({ total, closed }: { readonly total: number; readonly closed: number }): boolean {
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

/** The type of the findings about a framework, by its name; undefined when there is none (rule 9). */
export function findingTypeOf(frameworkName: string): FindingType | undefined {
  return findingTypes.get(keyOf(frameworkName));
}

/** Whether a completed phase is held to its figures, which one that was completed by hand is not (rules 12 and 13). */
function canFallBack({ status, completionType, completedById }: Phase): boolean {
  return status === 'COMPLETED' && completedById === null && isMeasured(completionType);
}

/** When the phase is reopened, unless its work is complete by then; undefined when it is not. */
function reopenedAt(phase: Phase): number | undefined {
  const { completionType, regressedAt } = phase;
  return canFallBack(phase) && isMeasured(completionType) && regressedAt !== null
    ? Date.parse(regressedAt) + grace[completionType]
    : undefined;
}

/**
 * Notes since when the work of completed phases is incomplete, and reopens the first one for which that is too long (rules 12 and 13).
 * @param isDone whether the work of a phase is complete
 */
export function reviewed(timeline: Timeline, isDone: (phase: Phase) => boolean, now: string): Timeline {
  const phases = timeline.phases.map((phase) => ({
    ...phase,
    regressedAt: canFallBack(phase) && !isDone(phase) ? (phase.regressedAt ?? now) : null,
  }));
  const at = isAutomatic(timeline) ? phases.findIndex((phase) => (reopenedAt(phase) ?? Infinity) <= Date.parse(now)) : -1;
  return at < 0
    ? { ...timeline, phases }
    : {
        ...timeline,
        phases: phases.map((phase, index) => {
          if (index === at) return reset(phase, 'IN_PROGRESS');
          return index > at && (phase.status !== 'COMPLETED' || canFallBack(phase)) ? reset(phase, 'PENDING') : phase;
        }),
      };
}

function reset(phase: Phase, status: 'IN_PROGRESS' | 'PENDING'): Phase {
  return { ...phase, status, completedAt: null, regressedAt: null, readyForReview: false, readyForReviewAt: null };
}

/** When timelines have to be looked at again at the latest: in a day, or when a phase is reopened (rule 19). */
export function nextReview(timelines: readonly Timeline[], now: Date): string {
  const times = timelines.filter(isAutomatic).flatMap(({ phases }) => phases.flatMap((phase) => reopenedAt(phase) ?? []));
  return new Date(Math.min(now.getTime() + day, ...times.map((time) => Math.max(time, now.getTime())))).toISOString();
}
