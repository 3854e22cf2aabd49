import type { Jobs } from '../../../platform/jobs/job-handlers.ts';
import { catalogResearch } from '../rules/research.ts';
import { assessWith } from './assess.ts';

export const vendorsWorks = { vendor_assessment: { work: assessWith(catalogResearch) } } satisfies Partial<Jobs>;
