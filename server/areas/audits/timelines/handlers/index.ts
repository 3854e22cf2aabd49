/** All handlers of timelines. */
import type { Handlers } from '#contract/types';
import { lifecycle } from './lifecycle.ts';
import { phases } from './phases.ts';

export const timelines: Handlers<'timelines'> = { ...lifecycle, ...phases };
