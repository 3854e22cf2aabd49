/** The state of a timeline that is added to a framework that the organization already works with (spec/areas/timelines, rule 20). */
import type { components } from '../../../../generated/api.d.ts';
import { keyOf } from '../../../domain/timelines/plans.ts';
import { laidOut } from './dates.ts';
import { activated } from './lifecycle.ts';
import type { Timeline } from './timeline.ts';

type TrustFramework = components['schemas']['TrustPortalFramework'];

const week = 7 * 24 * 3_600_000;
const assumedWeeks = 26;

const shownAs: ReadonlyMap<string, TrustFramework> = new Map([
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

/** What the trust portal calls a framework, or a track that has a report of its own; undefined when it does not show it. */
export function trustFrameworkOf(frameworkName: string, trackKey: string): TrustFramework | undefined {
  return shownAs.get(keyOf(trackKey)) ?? shownAs.get(keyOf(frameworkName));
}

/** The work of the organization on a framework. */
export interface Work {
  readonly isCompliant: boolean;
  readonly tasks: number;
  /** When a task was last completed. */
  readonly lastCompletedAt: string | null;
}

/** @param draft with no dates yet */
export function backfilled(draft: Timeline, { isCompliant, tasks, lastCompletedAt }: Work, now: Date): Timeline {
  const act = { now: now.toISOString(), userId: null };
  const ago = (weeks: number) => new Date(now.getTime() - weeks * week).toISOString();
  if (isCompliant) {
    const weeks = draft.phases.reduce((sum, { durationWeeks }) => sum + durationWeeks, 0);
    const { phases, ...timeline } = laidOut({ ...draft, startDate: ago(weeks) });
    return {
      ...timeline,
      status: 'COMPLETED',
      completedAt: act.now,
      lockedAt: act.now,
      phases: phases.map((phase) => ({ ...phase, status: 'COMPLETED', completedAt: phase.endDate })),
    };
  }
  return tasks > 0 ? activated(draft, lastCompletedAt ?? ago(assumedWeeks), act) : draft;
}
