import type { AllHandlers } from '../contract/dispatch.ts';
import { attachments } from './attachments/handlers.ts';
import { auditLogs } from './audit-logs/handlers.ts';
import { comments } from './comments/handlers.ts';
import { employees } from './employees/handlers.ts';
import { integrations } from './integrations/handlers.ts';
import { invitations } from './invitations/handlers.ts';
import { organization } from './organization/handlers.ts';
import { people } from './people/handlers.ts';
import { risks } from './risks/handlers.ts';
import { roles } from './roles/handlers.ts';
import { runs } from './runs/handlers.ts';
import { taskManagement } from './task-management/handlers.ts';
import { uploads } from './uploads/handlers.ts';

/** Every operation of the contract: complete, or it does not compile. */
export const handlers: AllHandlers = {
  ...attachments,
  ...auditLogs,
  ...comments,
  ...employees,
  ...integrations,
  ...invitations,
  ...organization,
  ...people,
  ...risks,
  ...roles,
  ...runs,
  ...taskManagement,
  ...uploads,
};
