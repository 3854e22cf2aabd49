import type { Works } from '../platform/jobs/works.ts';
import { integrationsWorks } from './integrations/runs.ts';
import { questionnairesWorks } from './questionnaires/runs.ts';
import { soaWorks } from './soa/runs.ts';

/** What is done in the background, by kind: complete, or it does not compile. */
export const works: Works = { ...integrationsWorks, ...questionnairesWorks, ...soaWorks };
