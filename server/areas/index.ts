import type { AllHandlers } from '#contract/dispatch';
import { auditLogs } from '#areas/accountability/audit-logs/handlers';
import { knowledgeBase } from '#areas/assurance-to-customers/knowledge-base/handlers/index';
import { questionnaires } from '#areas/assurance-to-customers/questionnaires/handlers/index';
import { trustAccess } from '#areas/assurance-to-customers/trust-access/handlers/index';
import { trustPortal } from '#areas/assurance-to-customers/trust-portal/handlers/index';
import { findings } from '#areas/audits/findings/handlers';
import { isms } from '#areas/audits/isms/handlers/index';
import { letterOfEngagement } from '#areas/audits/letter-of-engagement/handlers/index';
import { securityPenetrationTests } from '#areas/audits/security-penetration-tests/handlers/index';
import { soa } from '#areas/audits/soa/handlers/index';
import { timelines } from '#areas/audits/timelines/handlers/index';
import { attachments } from '#areas/collaboration/attachments/handlers';
import { comments } from '#areas/collaboration/comments/handlers';
import { search } from '#areas/collaboration/search/handlers';
import { uploads } from '#areas/collaboration/uploads/handlers';
import { context } from '#areas/compliance-program/context/handlers';
import { controls } from '#areas/compliance-program/controls/handlers/index';
import { frameworks } from '#areas/compliance-program/frameworks/handlers/index';
import { policies } from '#areas/compliance-program/policies/handlers/index';
import { deviceAgent } from '#areas/devices/device-agent/handlers/index';
import { devices } from '#areas/devices/devices/handlers';
import { evidenceExport } from '#areas/evidence/evidence-export/handlers/index';
import { evidenceForms } from '#areas/evidence/evidence-forms/handlers/index';
import { taskAutomations } from '#areas/evidence/task-automations/handlers/index';
import { tasks } from '#areas/evidence/tasks/handlers/index';
import { cloudSecurity } from '#areas/integrations/cloud-security/handlers/index';
import { integrations } from '#areas/integrations/integrations/handlers/index';
import { notifications } from '#areas/organization-and-access/notifications/handlers';
import { organization } from '#areas/organization-and-access/organization/handlers/index';
import { roles } from '#areas/organization-and-access/roles/handlers';
import { risks } from '#areas/risk-management/risks/handlers/index';
import { taskManagement } from '#areas/risk-management/task-management/handlers';
import { vendors } from '#areas/risk-management/vendors/handlers/index';
import { runs } from '#areas/work-in-the-background/runs/handlers';
import { employees } from '#areas/workforce/employees/handlers';
import { invitations } from '#areas/workforce/invitations/handlers';
import { offboardingChecklist } from '#areas/workforce/offboarding-checklist/handlers/index';
import { orgChart } from '#areas/workforce/org-chart/handlers';
import { people } from '#areas/workforce/people/handlers/index';
import { training } from '#areas/workforce/training/handlers/index';

/** The handlers of every operation of the contract; a missing handler is a compile error. */
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
