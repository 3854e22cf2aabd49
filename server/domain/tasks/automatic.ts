/** Task statuses that follow from check and automation results (tasks, rules 17 to 19). */
import type { StatusLockFields } from './status.ts';

/**
 * @param kinds the latest results for each kind of evidence: whether each check or automation passed
 * @returns the resulting status: `todo` without any result, `done` if all passed, otherwise `failed`
 */
export function automaticTarget(...kinds: readonly (readonly boolean[])[]): 'todo' | 'done' | 'failed' {
  const results = kinds.flat();
  if (!results.length) return 'todo';
  return results.every((passed) => passed) ? 'done' : 'failed';
}

/** @returns whether the status may be set automatically: not for tasks in review, and not `done` in place of an approver */
export function maySetAutomatically(
  { status, approverId }: StatusLockFields,
  target: 'todo' | 'done' | 'failed',
  isApprovalOn: boolean,
): boolean {
  return status !== 'in_review' && !(target === 'done' && isApprovalOn && approverId !== null);
}
