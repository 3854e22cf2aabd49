/** Creates audit entries and notifications about changes to timelines (timelines, rules 17 and 18). */
import type { components } from '#generated/api';
import { changesBetween } from '#platform/audit/changes';
import type { AuditNote } from '#platform/audit/entry';
import type { Phase, Timeline } from './timeline.ts';

/** An audit note with a description. */
export type Action = AuditNote & { readonly description: string };

/** Creates an action on a timeline. */
export function actionOn({ id }: { readonly id: string }, description: string, changes: AuditNote['changes'] = {}): Action {
  return { entityType: 'framework', entityId: id, description, changes };
}

/** Returns the status changes of a timeline: its phases in order, then its lock and its completion. */
export function actionsOf(before: Timeline, after: Timeline): Action[] {
  const phases = after.phases.flatMap((phase) => {
    const previous = before.phases.find(({ id }) => id === phase.id);
    const verb = previous && verbOf(previous, phase);
    if (!previous || verb === undefined) return [];
    const fields = ['status', 'completedAt', 'regressedAt', 'startDate', 'endDate'];
    return [actionOn(after, `${verb} phase "${phase.name}"`, changesBetween(previous, phase, fields))];
  });
  return [
    ...phases,
    ...(before.lockedAt === null && after.lockedAt !== null ? [actionOn(after, 'Locked timeline')] : []),
    ...(before.status !== 'completed' && after.status === 'completed' ? [actionOn(after, 'Completed timeline')] : []),
  ];
}

function verbOf(before: Phase, after: Phase): string | undefined {
  if (before.status !== after.status) {
    if (after.status === 'completed') return 'Completed';
    if (before.status === 'completed') return after.status === 'in_progress' ? 'Reopened' : 'Reset';
    return after.status === 'in_progress' ? 'Started' : 'Stopped';
  }
  if (before.regressedAt === null && after.regressedAt !== null) return 'Found open work in';
  return before.regressedAt !== null && after.regressedAt === null ? 'Found no more open work in' : undefined;
}

/** The subject and text of a mail to the owners. */
export interface Notice {
  readonly subject: string;
  readonly text: string;
}

/** @param userName name of the user who marked the phase as ready */
export function readyNotice(timeline: NamedTimeline, { name }: Pick<Phase, 'name'>, userName: string): Notice {
  return {
    subject: `Ready for review: ${name}`,
    text: `${userName} marked the phase "${name}" of the timeline "${titleOf(timeline)}" as ready for review.`,
  };
}

/** Returns a notice for each completed phase, or a single notice if the whole timeline was completed. */
export function completionNotices(timeline: NamedTimeline, before: Timeline, after: Timeline): Notice[] {
  if (before.status !== 'completed' && after.status === 'completed')
    return [
      {
        subject: `Timeline completed: ${titleOf(timeline)}`,
        text: `All phases of the timeline "${titleOf(timeline)}" are completed.`,
      },
    ];
  return after.phases
    .filter(({ id, status }) => status === 'completed' && before.phases.find((phase) => phase.id === id)?.status !== 'completed')
    .map(({ name }) => ({
      subject: `Phase completed: ${name}`,
      text: `The phase "${name}" of the timeline "${titleOf(timeline)}" is completed.`,
    }));
}

type NamedTimeline = Pick<components['schemas']['TimelineTemplateSummary'], 'name'> & { readonly cycleNumber: number };

function titleOf({ name, cycleNumber }: NamedTimeline): string {
  return cycleNumber === 1 ? name : `${name}, cycle ${cycleNumber}`;
}
