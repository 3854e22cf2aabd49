/** The background jobs of statements of applicability. */
import type { Jobs } from '#platform/jobs/job-handlers';
import { createWriterForAttempt } from '#domain/text-generation/run';
import { draftingAdvisor } from '../rules/drafting.ts';
import { fillDocumentWith } from './auto-fill.ts';

export const soaJobs = {
  auto_fill_soa: { work: (run) => fillDocumentWith(draftingAdvisor(createWriterForAttempt(run)))(run), minutes: 60 },
} satisfies Partial<Jobs>;
