import { stateOf } from '#contract/states';
import { integrationConnectionStatus } from '#generated/transitions';
import { refusal } from '#platform/refusals/refusal';

export const connectionNotFound = () => refusal('connection_not_found');
export const notActive = (status: keyof typeof integrationConnectionStatus) =>
  refusal('connection_not_active', stateOf(integrationConnectionStatus, status));
export const findingNotFound = () => refusal('cloud_finding_not_found');
