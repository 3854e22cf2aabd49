import type { Jobs } from '../../../platform/jobs/job-handlers.ts';
import { storeVersion } from './store-version.ts';

export const ismsWorks = { store_isms_version: { work: storeVersion } } satisfies Partial<Jobs>;
