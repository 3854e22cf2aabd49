import type { Jobs } from '#platform/jobs/job-handlers';
import { readAttachments } from './read.ts';

export const searchJobs = { read_attachments: { work: readAttachments, minutes: 60 } } satisfies Partial<Jobs>;
