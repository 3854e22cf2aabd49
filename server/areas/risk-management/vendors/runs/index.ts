import type { Jobs } from '#platform/jobs/job-handlers';
import { createWriterForAttempt } from '#domain/text-generation/run';
import { draftingResearch } from '../rules/drafting.ts';
import { catalogResearch } from '../rules/research.ts';
import { assessWith } from './assess.ts';

export const vendorJobs = {
  vendor_assessment: { work: (run) => assessWith(draftingResearch(createWriterForAttempt(run), catalogResearch))(run) },
} satisfies Partial<Jobs>;
