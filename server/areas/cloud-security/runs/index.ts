import type { Jobs } from '../../../platform/jobs/job-handlers.ts';
import { scanAccount } from './scan.ts';

export const cloudSecurityWorks = { cloud_scan: { work: scanAccount, minutes: 30 } } satisfies Partial<Jobs>;
