import type { Jobs } from '../../../platform/jobs/job-handlers.ts';
import { quotingAdvisor } from '../rules/advisor.ts';
import { fillWith } from './auto-fill.ts';

export const soaWorks = { auto_fill_soa: { work: fillWith(quotingAdvisor) } } satisfies Partial<Jobs>;
