import { refusal } from '#platform/refusals/refusal';

export const taskNotFound = () => refusal('task_not_found');
export const automationWithoutRuns = () => refusal('automation_without_runs');
