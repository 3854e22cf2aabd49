import type { AllHandlers } from '../contract/dispatch.ts';
import { auditLogs } from './audit-logs/handlers.ts';
import { controls } from './controls/handlers.ts';
import { employees } from './employees/handlers.ts';
import { frameworks } from './frameworks/handlers.ts';
import { integrations } from './integrations/handlers.ts';
import { invitations } from './invitations/handlers.ts';
import { organization } from './organization/handlers.ts';
import { questionnaires } from './questionnaires/handlers.ts';
import { people } from './people/handlers.ts';
import { risks } from './risks/handlers.ts';
import { roles } from './roles/handlers.ts';
import { runs } from './runs/handlers.ts';
import { soa } from './soa/handlers.ts';
import { uploads } from './uploads/handlers.ts';

/** Every operation of the contract: complete, or it does not compile. */
export const handlers: AllHandlers = {
  ...auditLogs,
  ...controls,
  ...employees,
  ...frameworks,
  ...integrations,
  ...invitations,
  ...organization,
  ...questionnaires,
  ...people,
  ...risks,
  ...roles,
  ...runs,
  ...soa,
  ...uploads,
};
