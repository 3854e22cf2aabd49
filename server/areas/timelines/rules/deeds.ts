/** What the audit log and the owners are told of a change (spec/areas/timelines, rules 17 and 18). */
import type { components } from '../../../../generated/api.d.ts';
import { differences } from '../../../platform/audit/changes.ts';
import type { AuditNote } from '../../../platform/audit/entry.ts';
import type { Phase, Timeline } from './timeline.ts';

/** An entry that says what was done. */
export type Deed = AuditNote & { readonly description: string };

/** A note about a timeline. */
export function deedOf({ id }: { readonly id: string }, description: string, changes: AuditNote['changes'] = {}): Deed {
  return { entityType: 'framework', entityId: id, description, changes };
}

/** What happened to the states of a timeline and its phases: phases in their order, then the lock and the end of the timeline. */
export function deedsOf(before: Timeline, after: Timeline): Deed[] {
  const phases = after.phases.flatMap((phase) => {
    const former = before.phases.find(({ id }) => id === phase.id);
    const verb = former && verbOf(former, phase);
    if (!former || verb === undefined) return [];
    const fields = ['status', 'completedAt', 'regressedAt', 'startDate', 'endDate'];
    return [deedOf(after, `${verb} phase "${phase.name}"`, differences(former, phase, fields))];
  });
  return [
    ...phases,
    ...(before.lockedAt === null && after.lockedAt !== null ? [deedOf(after, 'Locked timeline')] : []),
    ...(before.status !== 'COMPLETED' && after.status === 'COMPLETED' ? [deedOf(after, 'Completed timeline')] : []),
  ];
}

function verbOf(before: Phase, after: Phase): string | undefined {
  if (before.status !== after.status) {
    if (after.status === 'COMPLETED') return 'Completed';
    if (before.status === 'COMPLETED') return after.status === 'IN_PROGRESS' ? 'Reopened' : 'Reset';
    return after.status === 'IN_PROGRESS' ? 'Started' : 'Stopped';
  }
  if (before.regressedAt === null && after.regressedAt !== null) return 'Found open work in';
  return before.regressedAt !== null && after.regressedAt === null ? 'Found no more open work in' : undefined;
}

/** An e-mail to the owners. */
export interface Notice {
  readonly subject: string;
  readonly text: string;
}

/** @param by name of who marked the phase */
export function readyNotice(timeline: Named, { name }: Pick<Phase, 'name'>, by: string): Notice {
  return {
    subject: `Ready for review: ${name}`,
    text: `${by} marked the phase "${name}" of the timeline "${titleOf(timeline)}" as ready for review.`,
  };
}

/** One for each phase that was completed, or one for the timeline when its last phase was completed. */
export function completionNotices(timeline: Named, before: Timeline, after: Timeline): Notice[] {
  if (before.status !== 'COMPLETED' && after.status === 'COMPLETED')
    return [
      {
        subject: `Timeline completed: ${titleOf(timeline)}`,
        text: `All phases of the timeline "${titleOf(timeline)}" are completed.`,
      },
    ];
  return after.phases
    .filter(({ id, status }) => status === 'COMPLETED' && before.phases.find((phase) => phase.id === id)?.status !== 'COMPLETED')
    .map(({ name }) => ({
      subject: `Phase completed: ${name}`,
      text: `The phase "${name}" of the timeline "${titleOf(timeline)}" is completed.`,
    }));
}

type Named = Pick<components['schemas']['TimelineTemplateSummary'], 'name'> & { readonly cycleNumber: number };

function titleOf({ name, cycleNumber }: Named): string {
  return cycleNumber === 1 ? name : `${name}, cycle ${cycleNumber}`;
}
