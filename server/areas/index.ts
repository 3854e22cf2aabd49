import type { AllHandlers } from '../contract/dispatch.ts';
import { attachments } from './attachments/handlers.ts';
import { auditLogs } from './audit-logs/handlers.ts';
import { cloudSecurity } from './cloud-security/handlers/index.ts';
import { comments } from './comments/handlers.ts';
import { context } from './context/handlers.ts';
import { controls } from './controls/handlers/index.ts';
import { deviceAgent } from './device-agent/handlers/index.ts';
import { devices } from './devices/handlers.ts';
import { employees } from './employees/handlers.ts';
import { evidenceExport } from './evidence-export/handlers/index.ts';
import { evidenceForms } from './evidence-forms/handlers/index.ts';
import { findings } from './findings/handlers.ts';
import { frameworks } from './frameworks/handlers/index.ts';
import { integrations } from './integrations/handlers/index.ts';
import { invitations } from './invitations/handlers.ts';
import { notifications } from './notifications/handlers.ts';
import { offboardingChecklist } from './offboarding-checklist/handlers/index.ts';
import { orgChart } from './org-chart/handlers.ts';
import { isms } from './isms/handlers/index.ts';
import { knowledgeBase } from './knowledge-base/handlers/index.ts';
import { letterOfEngagement } from './letter-of-engagement/handlers/index.ts';
import { organization } from './organization/handlers/index.ts';
import { people } from './people/handlers/index.ts';
import { policies } from './policies/handlers/index.ts';
import { questionnaires } from './questionnaires/handlers/index.ts';
import { risks } from './risks/handlers/index.ts';
import { roles } from './roles/handlers.ts';
import { runs } from './runs/handlers.ts';
import { search } from './search/handlers.ts';
import { securityPenetrationTests } from './security-penetration-tests/handlers/index.ts';
import { soa } from './soa/handlers/index.ts';
import { taskAutomations } from './task-automations/handlers/index.ts';
import { taskManagement } from './task-management/handlers.ts';
import { tasks } from './tasks/handlers/index.ts';
import { timelines } from './timelines/handlers/index.ts';
import { training } from './training/handlers/index.ts';
import { trustAccess } from './trust-access/handlers/index.ts';
import { trustPortal } from './trust-portal/handlers/index.ts';
import { uploads } from './uploads/handlers.ts';
import { vendors } from './vendors/handlers/index.ts';

/** Every operation of the contract: complete, or it does not compile. */
export const handlers: AllHandlers = {
  ...attachments,
  ...auditLogs,
  ...cloudSecurity,
  ...comments,
  ...context,
  ...controls,
  ...deviceAgent,
  ...devices,
  ...employees,
  ...evidenceExport,
  ...evidenceForms,
  ...findings,
  ...frameworks,
  ...integrations,
  ...invitations,
  ...notifications,
  ...offboardingChecklist,
  ...orgChart,
  ...isms,
  ...knowledgeBase,
  ...letterOfEngagement,
  ...organization,
  ...people,
  ...policies,
  ...questionnaires,
  ...risks,
  ...roles,
  ...runs,
  ...search,
  ...securityPenetrationTests,
  ...soa,
  ...taskAutomations,
  ...taskManagement,
  ...tasks,
  ...timelines,
  ...training,
  ...trustAccess,
  ...trustPortal,
  ...uploads,
  ...vendors,
};
