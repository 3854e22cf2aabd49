import { refusal } from '#platform/refusals/refusal';

export const memberNotFound = () => refusal('member_not_found');
export const videoNotFound = () => refusal('training_video_not_found');
