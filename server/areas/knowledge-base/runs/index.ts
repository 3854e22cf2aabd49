import type { Jobs } from '../../../platform/jobs/job-handlers.ts';
import { lastAttempt, processDocuments } from './process.ts';

export const knowledgeBaseWorks = {
  process_documents: { work: processDocuments, attempts: lastAttempt, minutes: 60 },
} satisfies Partial<Jobs>;
