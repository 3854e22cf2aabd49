import { refusal } from '#platform/refusals/refusal';

export const connectionNotFound = () => refusal('connection_not_found');
export const notActive = () => refusal('connection_not_active');
export const findingNotFound = () => refusal('cloud_finding_not_found');
