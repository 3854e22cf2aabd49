/** The background jobs of the ISMS documents. */
import type { Jobs } from '#platform/jobs/job-handlers';
import { storeVersion } from './store-version.ts';

export const ismsJobs = { store_isms_version: { work: storeVersion } } satisfies Partial<Jobs>;
