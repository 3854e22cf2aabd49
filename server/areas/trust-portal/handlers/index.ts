import type { Handlers } from '../../../contract/types.ts';
import { domain } from './domain.ts';
import { lists } from './lists.ts';
import { overview } from './overview.ts';
import { settings } from './settings.ts';

export const trustPortal: Handlers<'trust-portal'> = { ...settings, ...domain, ...lists, ...overview };
