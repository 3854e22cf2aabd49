import type { Jobs } from '#platform/jobs/job-handlers';
import { runAutomation } from './execute.ts';

export const taskAutomationsJobs = { task_automation: { work: runAutomation, minutes: 3 } } satisfies Partial<Jobs>;
