/** A timeline with its phases, as the rules take and return it. Times are ISO 8601 in UTC, so their texts sort by time. */
import type { components } from '../../../../generated/api.d.ts';

type Schemas = components['schemas'];
export type CompletionType = Schemas['TimelineCompletionType'];

/** What is stored of a phase and may change. */
export type Phase = Omit<Schemas['TimelinePhase'], 'instanceId' | 'completedBy' | 'completionPercent' | 'createdAt' | 'updatedAt'>;

/** What is stored of a timeline, with its phases in their order. */
export type Timeline = Omit<
  Schemas['Timeline'],
  'organizationId' | 'frameworkInstance' | 'template' | 'phases' | 'createdAt' | 'updatedAt'
> & {
  readonly phases: readonly Phase[];
};

/** A moment, and the user who acts, `usr_…`, or null for the service itself. */
export interface Act {
  readonly now: string;
  readonly userId: string | null;
}

/** Whether the service may change the timeline by itself (spec/areas/timelines, rules 8 and 14). */
export function isAutomatic({ status, lockedAt }: Timeline): boolean {
  return status === 'ACTIVE' && lockedAt === null;
}
