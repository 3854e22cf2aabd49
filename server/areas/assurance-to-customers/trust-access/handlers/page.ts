/** Returns the public content of a published trust portal. */
import type { Handlers } from '#contract/types';
import {
  findPage,
  listPublicCustomFrameworks,
  listPublicFaqs,
  listPublicFrameworks,
  listPublicLinks,
} from '#domain/trust/portal/public-page';
import { listPublicVendors } from '#domain/trust/portal/public-vendors';
import { withPublishedPage } from './visitor-access.ts';

type PageOperation =
  | 'getPublicTrustPortal'
  | 'listPublicTrustFaqs'
  | 'getPublicTrustOverview'
  | 'getPublicSecurityQuestionnaire'
  | 'listPublicTrustCustomLinks'
  | 'getPublicTrustFavicon'
  | 'listPublicTrustVendors'
  | 'listPublicTrustCustomFrameworks';

export const page: Pick<Handlers<'trust-access'>, PageOperation> = {
  getPublicTrustPortal: (call) =>
    withPublishedPage(call, async ({ db, ports: { files } }) => {
      const [{ organizationName, friendlyUrl, domain, primaryColor, faviconUrl, contactEmail }, frameworks] = await Promise.all([
        findPage(db, files),
        listPublicFrameworks(db),
      ]);
      const body = { organizationName, friendlyUrl, domain, primaryColor, faviconUrl, contactEmail, frameworks };
      return { status: 200 as const, body };
    }),

  listPublicTrustFaqs: (call) =>
    withPublishedPage(call, async ({ db }) => ({ status: 200 as const, body: { data: await listPublicFaqs(db) } })),

  getPublicTrustOverview: (call) =>
    withPublishedPage(call, async ({ db, ports: { files } }) => ({ status: 200 as const, body: (await findPage(db, files)).overview })),

  getPublicSecurityQuestionnaire: (call) =>
    withPublishedPage(call, async ({ db, ports: { files } }) => ({
      status: 200 as const,
      body: { enabled: (await findPage(db, files)).securityQuestionnaireEnabled },
    })),

  listPublicTrustCustomLinks: (call) =>
    withPublishedPage(call, async ({ db }) => ({ status: 200 as const, body: { data: await listPublicLinks(db) } })),

  getPublicTrustFavicon: (call) =>
    withPublishedPage(call, async ({ db, ports: { files } }) => ({
      status: 200 as const,
      body: { faviconUrl: (await findPage(db, files)).faviconUrl },
    })),

  listPublicTrustVendors: (call) =>
    withPublishedPage(call, async ({ db }) => ({ status: 200 as const, page: await listPublicVendors(db, call.query, call.page) })),

  listPublicTrustCustomFrameworks: (call) =>
    withPublishedPage(call, async ({ db, ports: { files } }) => ({
      status: 200 as const,
      body: { data: await listPublicCustomFrameworks(db, files) },
    })),
};
