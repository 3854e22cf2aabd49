import { refusal } from '#platform/refusals/refusal';

export const taskNotFound = () => refusal('task_not_found');
export const notAssigned = () => refusal('task_not_assigned');
export const restricted = () => refusal('task_change_restricted');
export const automationNotFound = () => refusal('automation_not_found');
export const automationRunNotFound = () => refusal('automation_run_not_found');
export const notPublished = () => refusal('automation_not_published');
