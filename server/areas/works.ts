import type { Works } from '../runs/works.ts';
import { integrationsWorks } from './integrations/runs.ts';

/** What is done in the background, by kind. */
export const works: Partial<Works> = { ...integrationsWorks };
