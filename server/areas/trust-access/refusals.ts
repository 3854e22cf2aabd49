import { refusal } from '../../platform/refusals/refusal.ts';

export const requestNotFound = () => refusal('trust_access_request_not_found');
export const grantNotFound = () => refusal('trust_access_grant_not_found');
/** The access ended while something took long. */
export const accessOver = () => refusal('access_token_expired');
