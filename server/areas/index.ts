import type { AllHandlers } from '../contract/dispatch.ts';
import { attachments } from './attachments/handlers.ts';
import { auditLogs } from './audit-logs/handlers.ts';
import { comments } from './comments/handlers.ts';
import { controls } from './controls/handlers/index.ts';
import { employees } from './employees/handlers.ts';
import { frameworks } from './frameworks/handlers/index.ts';
import { integrations } from './integrations/handlers/index.ts';
import { invitations } from './invitations/handlers.ts';
import { organization } from './organization/handlers/index.ts';
import { people } from './people/handlers/index.ts';
import { questionnaires } from './questionnaires/handlers/index.ts';
import { risks } from './risks/handlers.ts';
import { roles } from './roles/handlers.ts';
import { runs } from './runs/handlers.ts';
import { soa } from './soa/handlers/index.ts';
import { taskManagement } from './task-management/handlers.ts';
import { trustPortal } from './trust-portal/handlers/index.ts';
import { uploads } from './uploads/handlers.ts';

/** Every operation of the contract: complete, or it does not compile. */
export const handlers: AllHandlers = {
  ...attachments,
  ...auditLogs,
  ...comments,
  ...controls,
  ...employees,
  ...frameworks,
  ...integrations,
  ...invitations,
  ...organization,
  ...people,
  ...questionnaires,
  ...risks,
  ...roles,
  ...runs,
  ...soa,
  ...taskManagement,
  ...trustPortal,
  ...uploads,
};
