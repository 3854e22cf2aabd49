import type { Jobs } from '../../../platform/jobs/job-handlers.ts';
import { writerIn } from '../../../domain/text-generation/run.ts';
import { draftingResearch } from '../rules/drafting.ts';
import { catalogResearch } from '../rules/research.ts';
import { assessWith } from './assess.ts';

export const vendorsWorks = {
  vendor_assessment: { work: (run) => assessWith(draftingResearch(writerIn(run), catalogResearch))(run) },
} satisfies Partial<Jobs>;
