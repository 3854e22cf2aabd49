import type { Jobs } from '../../../platform/jobs/job-handlers.ts';
import { readAttachments } from './read.ts';

export const searchWorks = { read_attachments: { work: readAttachments, minutes: 60 } } satisfies Partial<Jobs>;
