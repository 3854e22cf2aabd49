import { notParticipant } from '../../domain/members/participants.ts';
import { invalid, refusal } from '../../platform/refusals/refusal.ts';

export const taskNotFound = () => refusal('task_not_found');
export const notAssigned = () => refusal('task_not_assigned');
export const restricted = () => refusal('task_change_restricted');
/** @param field of the member who cannot be chosen */
export const noAssignee = () => invalid({ assigneeId: notParticipant });
