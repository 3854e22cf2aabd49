/** Sets the initial state of a timeline for a framework that the organization already works on (timelines, rule 20). */
import type { components } from '#generated/api';
import { frameworkKeyOf } from '#domain/timelines/plans';
import { computeDates } from './dates.ts';
import { activate } from './lifecycle.ts';
import type { Timeline } from './timeline.ts';
import { noAuthor } from '#platform/identity/author';

type TrustFramework = components['schemas']['TrustPortalFramework'];

const weekMs = 7 * 24 * 3_600_000;
/** How many weeks ago work is assumed to have begun if no task was ever completed. */
const assumedWeeks = 26;

const portalFrameworks: ReadonlyMap<string, TrustFramework> = new Map([
  ['soc2type1', 'soc2_type1'],
  ['soc2type2', 'soc2_type2'],
  ['iso27001', 'iso_27001'],
  ['iso42001', 'iso_42001'],
  ['iso9001', 'iso_9001'],
  ['pcidss', 'pci_dss'],
  ['hipaa', 'hipaa'],
  ['gdpr', 'gdpr'],
  ['nen7510', 'nen_7510'],
  ['pipeda', 'pipeda'],
  ['ccpa', 'ccpa'],
]);

/** Returns the trust portal's name for a framework, or for a track with its own report; undefined if the portal does not show it. */
export function trustFrameworkOf(frameworkName: string, trackKey: string): TrustFramework | undefined {
  return portalFrameworks.get(frameworkKeyOf(trackKey)) ?? portalFrameworks.get(frameworkKeyOf(frameworkName));
}

/** The organization's existing progress on a framework. */
export interface WorkDone {
  readonly isCompliant: boolean;
  readonly tasks: number;
  /** The time when a task was last completed. */
  readonly lastCompletedAt: string | null;
}

/** Returns the draft as completed, as active or unchanged, depending on existing progress. @param draft a timeline without dates */
export function backfill(draft: Timeline, { isCompliant, tasks, lastCompletedAt }: WorkDone, now: Date): Timeline {
  const actionContext = { now: now.toISOString(), by: noAuthor };
  const weeksAgo = (weeks: number) => new Date(now.getTime() - weeks * weekMs).toISOString();
  if (isCompliant) {
    const weeks = draft.phases.reduce((sum, { durationWeeks }) => sum + durationWeeks, 0);
    const { phases, ...timeline } = computeDates({ ...draft, startDate: weeksAgo(weeks) });
    return {
      ...timeline,
      status: 'completed',
      completedAt: actionContext.now,
      lockedAt: actionContext.now,
      phases: phases.map((phase) => ({ ...phase, status: 'completed', completedAt: phase.endDate })),
    };
  }
  return tasks > 0 ? activate(draft, lastCompletedAt ?? weeksAgo(assumedWeeks), actionContext) : draft;
}
