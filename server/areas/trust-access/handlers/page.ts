/** What a published page shows to anybody. */
import type { Handlers } from '../../../contract/types.ts';
import {
  findPage,
  listPublicCustomFrameworks,
  listPublicFaqs,
  listPublicFrameworks,
  listPublicLinks,
} from '../../../domain/trust-portal/public-page.ts';
import { listPublicVendors } from '../../../domain/trust-portal/public-vendors.ts';
import { onPage } from './entrances.ts';

type Page =
  | 'getPublicTrustPortal'
  | 'listPublicTrustFaqs'
  | 'getPublicTrustOverview'
  | 'getPublicSecurityQuestionnaire'
  | 'listPublicTrustCustomLinks'
  | 'getPublicTrustFavicon'
  | 'listPublicTrustVendors'
  | 'listPublicTrustCustomFrameworks';

export const page: Pick<Handlers<'trust-access'>, Page> = {
  getPublicTrustPortal: (call) =>
    onPage(call, async ({ db, ports: { files } }) => {
      const [{ organizationName, friendlyUrl, domain, primaryColor, faviconUrl, contactEmail }, frameworks] = await Promise.all([
        findPage(db, files),
        listPublicFrameworks(db),
      ]);
      const body = { organizationName, friendlyUrl, domain, primaryColor, faviconUrl, contactEmail, frameworks };
      return { status: 200 as const, body };
    }),

  listPublicTrustFaqs: (call) => onPage(call, async ({ db }) => ({ status: 200 as const, body: { data: await listPublicFaqs(db) } })),

  getPublicTrustOverview: (call) =>
    onPage(call, async ({ db, ports: { files } }) => ({ status: 200 as const, body: (await findPage(db, files)).overview })),

  getPublicSecurityQuestionnaire: (call) =>
    onPage(call, async ({ db, ports: { files } }) => ({
      status: 200 as const,
      body: { enabled: (await findPage(db, files)).securityQuestionnaireEnabled },
    })),

  listPublicTrustCustomLinks: (call) =>
    onPage(call, async ({ db }) => ({ status: 200 as const, body: { data: await listPublicLinks(db) } })),

  getPublicTrustFavicon: (call) =>
    onPage(call, async ({ db, ports: { files } }) => ({
      status: 200 as const,
      body: { faviconUrl: (await findPage(db, files)).faviconUrl },
    })),

  listPublicTrustVendors: (call) =>
    onPage(call, async ({ db }) => ({ status: 200 as const, page: await listPublicVendors(db, call.page) })),

  listPublicTrustCustomFrameworks: (call) =>
    onPage(call, async ({ db, ports: { files } }) => ({
      status: 200 as const,
      body: { data: await listPublicCustomFrameworks(db, files) },
    })),
};
