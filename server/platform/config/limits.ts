import type { Environment } from './environment.ts';
import { integer } from './parsers.ts';

/** Settings of rate limits. */
export function rateLimitSettings(env: Environment) {
  return {
    rateLimit: env.take(
      'RATE_LIMIT',
      integer(0, 1_000_000),
      '100',
      'Maximum number of requests per minute for each credential and operation; 0 means no limit.',
    ),
    organizationRateLimit: env.take(
      'ORGANIZATION_RATE_LIMIT',
      integer(0, 1_000_000),
      '6000',
      'Maximum number of requests per minute for each organization, over all credentials and operations; 0 means no limit.',
    ),
    suggestionRateLimit: env.take(
      'SUGGESTION_RATE_LIMIT',
      integer(1, 1_000_000),
      '30',
      'Maximum number of requests in 10 seconds for each credential to the suggestions of the search; applies also when RATE_LIMIT is 0.',
    ),
    trustPageRateLimit: env.take(
      'TRUST_PAGE_RATE_LIMIT',
      integer(1, 1_000_000),
      '120',
      'Maximum number of requests per minute for each client address to public pages of trust portals and to the pages that links lead to; applies also when RATE_LIMIT is 0.',
    ),
    checkInRateLimit: env.take(
      'CHECK_IN_RATE_LIMIT',
      integer(1, 1_000_000),
      '60',
      'Maximum number of check-ins per hour for each computer with the device agent; applies also when RATE_LIMIT is 0.',
    ),
    accessRequestRateLimit: env.take(
      'ACCESS_REQUEST_RATE_LIMIT',
      integer(1, 1_000_000),
      '5',
      'Maximum number of requests for access to a trust portal per hour for each network address and for each e-mail address; applies also when RATE_LIMIT is 0.',
    ),
    accessReclaimRateLimit: env.take(
      'ACCESS_RECLAIM_RATE_LIMIT',
      integer(1, 1_000_000),
      '5',
      'Maximum number of recoveries of a personal link per hour for each network address and for each e-mail address; applies also when RATE_LIMIT is 0.',
    ),
    accessQuestionnaireRateLimit: env.take(
      'ACCESS_QUESTIONNAIRE_RATE_LIMIT',
      integer(1, 1_000_000),
      '10',
      'Maximum number of questionnaires per day for each personal link to a trust portal; applies also when RATE_LIMIT is 0.',
    ),
  };
}
