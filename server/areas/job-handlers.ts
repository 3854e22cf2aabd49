import type { Jobs } from '../platform/jobs/job-handlers.ts';
import { integrationsWorks } from './integrations/runs.ts';
import { questionnairesWorks } from './questionnaires/runs.ts';
import { soaWorks } from './soa/runs.ts';

/** What is done in the background, by kind: complete, or it does not compile. */
export const works: Jobs = { ...integrationsWorks, ...questionnairesWorks, ...soaWorks };
