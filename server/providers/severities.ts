import type { components } from '#generated/api';

/** The severities of the results of checks, from the lowest to the highest. */
export const severities = [
  'info',
  'low',
  'medium',
  'high',
  'critical',
] as const satisfies readonly components['schemas']['CheckSeverity'][];
