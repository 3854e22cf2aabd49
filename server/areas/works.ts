import type { Works } from '../runs/works.ts';
import { soaWorks } from './soa/runs.ts';

/** What is done in the background, by kind. */
export const works: Partial<Works> = {
  ...soaWorks,
};
