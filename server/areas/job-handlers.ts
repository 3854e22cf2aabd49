import type { Jobs } from '../platform/jobs/job-handlers.ts';
import { integrationsWorks } from './integrations/runs/index.ts';
import { questionnairesWorks } from './questionnaires/runs/index.ts';
import { soaWorks } from './soa/runs/index.ts';

/** What is done in the background, by kind: complete, or it does not compile. */
export const works: Jobs = { ...integrationsWorks, ...questionnairesWorks, ...soaWorks };
