import { notParticipant } from '#domain/people/members/participants';
import { invalid, refusal } from '#platform/refusals/refusal';

export const taskNotFound = () => refusal('task_not_found');
export const notAssigned = () => refusal('task_not_assigned');
export const restricted = () => refusal('task_change_restricted');
/** @returns the validation error for an assignee who cannot be chosen */
export const noAssignee = () => invalid({ assigneeId: notParticipant });
