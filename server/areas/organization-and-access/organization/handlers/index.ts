/** Handlers for the organization. */
import type { Handlers } from '#contract/types';
import { access } from './access.ts';
import { apiKeys } from './api-keys.ts';
import { logo } from './logo.ts';
import { ownership } from './ownership.ts';
import { profile } from './profile.ts';
import { roleNotifications } from './role-notifications.ts';

export const organization: Handlers<'organization'> = { ...profile, ...apiKeys, ...ownership, ...roleNotifications, ...logo, ...access };
