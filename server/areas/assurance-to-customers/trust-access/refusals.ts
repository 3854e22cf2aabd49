import { refusal } from '#platform/refusals/refusal';

export const requestNotFound = () => refusal('trust_access_request_not_found');
export const grantNotFound = () => refusal('trust_access_grant_not_found');
/** The grant no longer gives access, or its access ended during a long operation. */
export const accessExpired = () => refusal('access_token_expired');
