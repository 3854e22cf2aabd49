/** The status of a task that follows from what machines found (spec/areas/tasks, rules 17 to 19). */
import type { Lockable } from './status.ts';

/**
 * @param kinds the latest results of each kind of evidence: whether each check or automation has passed
 * @returns the status that they come to: `todo` without any result, `done` if all have passed, otherwise `failed`
 */
export function automaticTarget(...kinds: readonly (readonly boolean[])[]): 'todo' | 'done' | 'failed' {
  const results = kinds.flat();
  if (!results.length) return 'todo';
  return results.every((passed) => passed) ? 'done' : 'failed';
}

/** @returns whether a machine may set this status: it leaves tasks in review alone, and does not answer for an approver */
export function maySetAutomatically({ status, approverId }: Lockable, target: 'todo' | 'done' | 'failed', isApprovalOn: boolean): boolean {
  return status !== 'in_review' && !(target === 'done' && isApprovalOn && approverId !== null);
}
