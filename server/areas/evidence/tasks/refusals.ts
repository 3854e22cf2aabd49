import { nonParticipant } from '#domain/people/members/participants';
import { invalid, refusal } from '#platform/refusals/refusal';

export const taskNotFound = () => refusal('task_not_found');
export const taskNotAssigned = () => refusal('task_not_assigned');
export const taskChangeRestricted = () => refusal('task_change_restricted');
/** @returns the validation error for an assignee who cannot be chosen */
export const invalidAssignee = () => invalid({ assigneeId: nonParticipant });
