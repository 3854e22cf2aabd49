import type { Handlers } from '#contract/types';
import { catalog } from './catalog.ts';
import { checkRuns } from './check-runs.ts';
import { checks } from './checks.ts';
import { choices } from './choices.ts';
import { connecting } from './connecting.ts';
import { connections } from './connections.ts';
import { services } from './services.ts';
import { states } from './states.ts';
import { sync } from './sync.ts';
import { tasks } from './tasks.ts';
import { variables } from './variables.ts';

export const integrations: Handlers<'integrations'> = {
  ...catalog,
  ...connections,
  ...connecting,
  ...states,
  ...services,
  ...checks,
  ...checkRuns,
  ...variables,
  ...tasks,
  ...choices,
  ...sync,
};
