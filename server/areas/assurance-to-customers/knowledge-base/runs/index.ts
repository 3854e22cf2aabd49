import type { Jobs } from '#platform/jobs/job-handlers';
import { lastAttempt, processDocuments } from './process.ts';

export const knowledgeBaseJobs = {
  process_documents: { work: processDocuments, attempts: lastAttempt, minutes: 60 },
} satisfies Partial<Jobs>;
