import type { Jobs } from '../../../platform/jobs/job-handlers.ts';
import { runAutomation } from './execute.ts';

export const taskAutomationsWorks = { task_automation: { work: runAutomation, minutes: 3 } } satisfies Partial<Jobs>;
