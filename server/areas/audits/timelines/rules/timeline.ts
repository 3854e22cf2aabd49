/** A timeline with its phases, as the rules use it. Times are ISO 8601 in UTC, so they sort correctly as text. */
import type { components } from '#generated/api';
import type { Author } from '#platform/identity/author';

type Schemas = components['schemas'];
export type CompletionType = Schemas['TimelineCompletionType'];

/** The stored fields of a phase that can change. */
export type Phase = Omit<
  Schemas['TimelinePhase'],
  'instanceId' | 'completedBy' | 'completionPercent' | 'createdAt' | 'updatedAt' | 'version'
>;

/** The stored fields of a timeline, with its phases in order. */
export type Timeline = Omit<
  Schemas['Timeline'],
  'organizationId' | 'frameworkInstance' | 'template' | 'phases' | 'createdAt' | 'updatedAt' | 'version'
> & {
  readonly phases: readonly Phase[];
};

/** The time of a change, and the user who makes it. */
export interface ActionContext {
  readonly now: string;
  readonly by: Pick<Author, 'userId' | 'via'>;
}

/** Returns whether the service may change the timeline automatically (timelines, rules 8 and 14). */
export function isAutomatic({ status, lockedAt }: Timeline): boolean {
  return status === 'active' && lockedAt === null;
}
