import { refusal } from '#platform/refusals/refusal';

export const memberNotFound = () => refusal('member_not_found');
