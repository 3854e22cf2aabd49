import { refusal } from '#platform/refusals/refusal';

export const taskNotFound = () => refusal('task_not_found');
export const taskNotAssigned = () => refusal('task_not_assigned');
export const taskChangeRestricted = () => refusal('task_change_restricted');
export const automationNotFound = () => refusal('automation_not_found');
export const automationRunNotFound = () => refusal('automation_run_not_found');
export const automationNotPublished = () => refusal('automation_not_published');
