import type { Jobs } from '../../../platform/jobs/job-handlers.ts';
import { depths, mostAttempts } from '../rules/limits.ts';
import { carryOut } from './carry-out.ts';

/** The deepest test ends by its own limit. */
const minutes = depths.deep.minutes + 30;

export const securityPenetrationTestsWorks = {
  penetration_test: { work: carryOut, attempts: mostAttempts, minutes },
} satisfies Partial<Jobs>;
