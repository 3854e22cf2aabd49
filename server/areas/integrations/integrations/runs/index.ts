import type { Jobs } from '#platform/jobs/job-handlers';
import { runChecks } from './checks.ts';
import { syncDevices } from './sync-devices.ts';
import { syncEmployees } from './sync-employees.ts';
import { runTaskCheck } from './task-check.ts';

export const integrationsJobs = {
  connection_checks: { work: runChecks },
  device_sync: { work: syncDevices },
  employee_sync: { work: syncEmployees },
  task_check: { work: runTaskCheck },
} satisfies Partial<Jobs>;
