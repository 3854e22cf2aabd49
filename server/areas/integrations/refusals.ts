import { refusal } from '../../platform/refusals/refusal.ts';

export const providerNotFound = () => refusal(404, 'Provider not found');
export const connectionNotFound = () => refusal(404, 'Connection not found');
export const checkNotFound = () => refusal(404, 'Check not found');
export const checkRunNotFound = () => refusal(404, 'Check run not found');
export const variableNotFound = () => refusal(404, 'Variable not found');
export const alreadyConnected = () => refusal(409, 'The provider is already connected');
export const inApplication = () => refusal(409, 'The provider is connected in the application');
export const notOffered = () => refusal(409, 'The provider cannot be connected');
export const noCredentials = () => refusal(409, 'Connection has no credentials');
export const disconnected = () => refusal(409, 'Connection is disconnected');
export const notActive = () => refusal(409, 'Connection is not active');
