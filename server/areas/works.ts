import type { Works } from '../runs/works.ts';
import { questionnairesWorks } from './questionnaires/runs.ts';
import { soaWorks } from './soa/runs.ts';

/** What is done in the background, by kind. */
export const works: Partial<Works> = {
  ...questionnairesWorks,
  ...soaWorks,
};
