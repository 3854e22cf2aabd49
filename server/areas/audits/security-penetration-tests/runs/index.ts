/** The background jobs of penetration tests. */
import type { Jobs } from '#platform/jobs/job-handlers';
import { depths, maxAttempts } from '../rules/limits.ts';
import { carryOut } from './carry-out.ts';

/** The time limit of a run in minutes. It is longer than the deepest test, which ends by its own time limit. */
const minutes = depths.deep.minutes + 30;

export const securityPenetrationTestsJobs = {
  penetration_test: { work: carryOut, attempts: maxAttempts, minutes },
} satisfies Partial<Jobs>;
