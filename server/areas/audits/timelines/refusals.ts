/** Error responses that several handlers of timelines return. */
import { stateOf } from '#contract/states';
import { timelineStatus } from '#generated/transitions';
import { refusal } from '#platform/refusals/refusal';

export const timelineNotFound = () => refusal('timeline_not_found');
export const phaseNotFound = () => refusal('timeline_phase_not_found');
export const timelineCompleted = () => refusal('timeline_completed', stateOf(timelineStatus, 'completed'));
