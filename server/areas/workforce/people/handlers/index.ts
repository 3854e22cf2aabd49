import type { Handlers } from '#contract/types';
import { access } from './access.ts';
import { account } from './account.ts';
import { add } from './add.ts';
import { upsert } from './upsert.ts';
import { deactivation } from './deactivation.ts';
import { devices } from './devices.ts';
import { evidence } from './evidence.ts';
import { invite } from './invite.ts';
import { list } from './list.ts';
import { me } from './me.ts';
import { portal } from './portal.ts';
import { preferences } from './preferences.ts';
import { training } from './training.ts';
import { update } from './update.ts';

export const people: Handlers<'people'> = {
  ...list,
  ...add,
  ...upsert,
  ...invite,
  ...update,
  ...deactivation,
  ...portal,
  ...access,
  ...training,
  ...devices,
  ...evidence,
  ...preferences,
  ...account,
  ...me,
};
