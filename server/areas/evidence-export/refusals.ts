import { refusal } from '../../platform/refusals/refusal.ts';

export const taskNotFound = () => refusal('task_not_found');
export const withoutRuns = () => refusal('automation_without_runs');
