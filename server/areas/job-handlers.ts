import type { Jobs } from '#platform/jobs/job-handlers';
import { cloudSecurityJobs } from '#areas/integrations/cloud-security/runs/index';
import { evidenceExportJobs } from '#areas/evidence/evidence-export/runs/index';
import { integrationsJobs } from '#areas/integrations/integrations/runs/index';
import { ismsJobs } from '#areas/audits/isms/runs/index';
import { knowledgeBaseJobs } from '#areas/assurance-to-customers/knowledge-base/runs/index';
import { questionnaireJobs } from '#areas/assurance-to-customers/questionnaires/runs/index';
import { securityPenetrationTestsJobs } from '#areas/audits/security-penetration-tests/runs/index';
import { searchJobs } from '#areas/collaboration/search/runs/index';
import { soaJobs } from '#areas/audits/soa/runs/index';
import { taskAutomationsJobs } from '#areas/evidence/task-automations/runs/index';
import { vendorJobs } from '#areas/risk-management/vendors/runs/index';

/** The handlers of background jobs by kind; a missing handler is a compile error. */
export const jobHandlers: Jobs = {
  ...cloudSecurityJobs,
  ...evidenceExportJobs,
  ...integrationsJobs,
  ...ismsJobs,
  ...knowledgeBaseJobs,
  ...questionnaireJobs,
  ...securityPenetrationTestsJobs,
  ...searchJobs,
  ...soaJobs,
  ...taskAutomationsJobs,
  ...vendorJobs,
};
