/** Derives task statuses from check and automation results (tasks, rules 17 to 19). */
import type { StatusObstacleFields } from './status.ts';

/**
 * @param resultsByKind for each kind of evidence, whether each check or automation passed its latest run
 * @returns the resulting status: `todo` without any result, `done` if all passed, otherwise `failed`
 */
export function deriveStatus(...resultsByKind: readonly (readonly boolean[])[]): 'todo' | 'done' | 'failed' {
  const results = resultsByKind.flat();
  if (!results.length) return 'todo';
  return results.every((passed) => passed) ? 'done' : 'failed';
}

/** @returns whether the status may be set automatically; false for tasks in review, and for `done` if an approver must decide */
export function maySetAutomatically(
  { status, approverId }: StatusObstacleFields,
  target: 'todo' | 'done' | 'failed',
  isApprovalOn: boolean,
): boolean {
  return status !== 'in_review' && !(target === 'done' && isApprovalOn && approverId !== null);
}
