import type { Jobs } from '../platform/jobs/job-handlers.ts';
import { cloudSecurityWorks } from './cloud-security/runs/index.ts';
import { evidenceExportWorks } from './evidence-export/runs/index.ts';
import { integrationsWorks } from './integrations/runs/index.ts';
import { ismsWorks } from './isms/runs/index.ts';
import { knowledgeBaseWorks } from './knowledge-base/runs/index.ts';
import { questionnairesWorks } from './questionnaires/runs/index.ts';
import { securityPenetrationTestsWorks } from './security-penetration-tests/runs/index.ts';
import { searchWorks } from './search/runs/index.ts';
import { soaWorks } from './soa/runs/index.ts';
import { taskAutomationsWorks } from './task-automations/runs/index.ts';
import { vendorsWorks } from './vendors/runs/index.ts';

/** What is done in the background, by kind: complete, or it does not compile. */
export const works: Jobs = {
  ...cloudSecurityWorks,
  ...evidenceExportWorks,
  ...integrationsWorks,
  ...ismsWorks,
  ...knowledgeBaseWorks,
  ...questionnairesWorks,
  ...securityPenetrationTestsWorks,
  ...searchWorks,
  ...soaWorks,
  ...taskAutomationsWorks,
  ...vendorsWorks,
};
