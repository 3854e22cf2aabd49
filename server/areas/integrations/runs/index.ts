import type { Jobs } from '../../../platform/jobs/job-handlers.ts';
import { runChecks } from './checks.ts';
import { syncEmployees } from './sync-employees.ts';

export const integrationsWorks = {
  connection_checks: { work: runChecks },
  employee_sync: { work: syncEmployees },
} satisfies Partial<Jobs>;
