import type { Works } from '../runs/works.ts';

/** What is done in the background, by kind. */
export const works: Partial<Works> = {};
