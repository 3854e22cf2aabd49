import type { Jobs } from '#platform/jobs/job-handlers';
import { maxAttempts } from './compare.ts';
import { scanAccount } from './scan.ts';

export const cloudSecurityJobs = { cloud_scan: { work: scanAccount, attempts: maxAttempts, minutes: 30 } } satisfies Partial<Jobs>;
