/** All handlers of penetration tests. */
import type { Handlers } from '#contract/types';
import { contexts } from './contexts.ts';
import { issues } from './issues.ts';
import { reports } from './reports.ts';
import { tests } from './tests.ts';

export const securityPenetrationTests: Handlers<'security-penetration-tests'> = { ...tests, ...issues, ...reports, ...contexts };
