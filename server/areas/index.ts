import type { AllHandlers } from '../contract/dispatch.ts';
import { auditLogs } from './audit-logs/handlers.ts';
import { employees } from './employees/handlers.ts';
import { organization } from './organization/handlers.ts';
import { risks } from './risks/handlers.ts';
import { roles } from './roles/handlers.ts';
import { runs } from './runs/handlers.ts';
import { trustPortal } from './trust-portal/handlers.ts';

/** Every operation of the contract: complete, or it does not compile. */
export const handlers: AllHandlers = {
  ...auditLogs,
  ...employees,
  ...organization,
  ...risks,
  ...roles,
  ...runs,
  ...trustPortal,
};
