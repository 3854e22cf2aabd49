import type { Jobs } from '../../../platform/jobs/job-handlers.ts';
import { writerIn } from '../../../domain/text-generation/run.ts';
import { draftingAdvisor } from '../rules/drafting.ts';
import { fillWith } from './auto-fill.ts';

export const soaWorks = {
  auto_fill_soa: { work: (run) => fillWith(draftingAdvisor(writerIn(run)))(run), minutes: 60 },
} satisfies Partial<Jobs>;
