import type { Handlers } from '#contract/types';
import { automations } from './automations.ts';
import { runs } from './runs.ts';
import { versions } from './versions.ts';

export const taskAutomations: Handlers<'task-automations'> = { ...automations, ...runs, ...versions };
