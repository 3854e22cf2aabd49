/** All handlers of letters of engagement. */
import type { Handlers } from '#contract/types';
import { confirming } from './confirming.ts';
import { drafting } from './drafting.ts';
import { exporting } from './exporting.ts';
import { links } from './links.ts';
import { sending } from './sending.ts';
import { signing } from './signing.ts';
import { templates } from './templates.ts';

export const letterOfEngagement: Handlers<'letter-of-engagement'> = {
  ...confirming,
  ...drafting,
  ...exporting,
  ...links,
  ...sending,
  ...signing,
  ...templates,
};
