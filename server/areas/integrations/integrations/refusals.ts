import { stateOf } from '#contract/states';
import { integrationConnectionStatus } from '#generated/transitions';
import { refusal } from '#platform/refusals/refusal';

export const providerNotFound = () => refusal('provider_not_found');
export const connectionNotFound = () => refusal('connection_not_found');
export const taskNotFound = () => refusal('task_not_found');
export const checkNotFound = () => refusal('check_not_found');
export const checkRunNotFound = () => refusal('check_run_not_found');
export const variableNotFound = () => refusal('variable_not_found');
export const alreadyConnected = () => refusal('provider_already_connected');
export const connectedInApplication = () => refusal('provider_connected_in_application');
export const notOffered = () => refusal('provider_not_offered');
export const noCredentials = () => refusal('connection_without_credentials');
export const disconnected = () => refusal('connection_disconnected', stateOf(integrationConnectionStatus, 'disconnected'));
export const notActive = (status: keyof typeof integrationConnectionStatus) =>
  refusal('connection_not_active', stateOf(integrationConnectionStatus, status));
