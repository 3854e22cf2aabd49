import type { Handlers } from '#contract/types';
import { certificates } from './certificates.ts';
import { customFrameworks } from './custom-frameworks.ts';
import { documents } from './documents.ts';
import { domain } from './domain.ts';
import { favicon } from './favicon.ts';
import { links } from './links.ts';
import { lists } from './lists.ts';
import { overview } from './overview.ts';
import { settings } from './settings.ts';
import { vendors } from './vendors.ts';

export const trustPortal: Handlers<'trust-portal'> = {
  ...settings,
  ...domain,
  ...lists,
  ...overview,
  ...favicon,
  ...certificates,
  ...documents,
  ...links,
  ...customFrameworks,
  ...vendors,
};
