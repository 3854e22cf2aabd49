import type { Handlers } from '#contract/types';
import { access } from './access.ts';
import { agreements } from './agreements.ts';
import { downloads } from './downloads.ts';
import { grants } from './grants.ts';
import { page } from './page.ts';
import { questionnaires } from './questionnaires.ts';
import { requests } from './requests.ts';
import { signing } from './signing.ts';
import { visitorQuestionnaires } from './visitor-questionnaires.ts';
import { visitors } from './visitors.ts';

export const trustAccess: Handlers<'trust-access'> = {
  ...requests,
  ...agreements,
  ...grants,
  ...page,
  ...visitors,
  ...signing,
  ...access,
  ...downloads,
  ...questionnaires,
  ...visitorQuestionnaires,
};
