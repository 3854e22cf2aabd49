import type { Jobs } from '#platform/jobs/job-handlers';
import { createWriterForAttempt } from '#domain/text-generation/run';
import { withDraftedSummary } from '../rules/drafting.ts';
import { catalogResearch } from '../rules/research.ts';
import { createAssessmentJob } from './assess.ts';

export const vendorJobs = {
  vendor_assessment: { work: (run) => createAssessmentJob(withDraftedSummary(createWriterForAttempt(run), catalogResearch))(run) },
} satisfies Partial<Jobs>;
