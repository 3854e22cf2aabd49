/** Lists the documents and data that a personal link gives access to (trust-access, rule 7). */
import type { Handlers } from '#contract/types';
import { audiencesOfGrant } from '#domain/access/audience/reader';
import { findPage } from '#domain/trust/portal/public-page';
import { listSharedCertificates, listSharedDocuments, listSharedPolicies } from '#domain/trust/portal/shared-files';
import { findAgreementOfRequest } from '../queries/agreements.ts';
import { findGrant } from '../queries/grants.ts';
import { accessExpired } from '../refusals.ts';
import { ndaLink } from '../rules/nda-file.ts';
import { withPersonalLink } from './visitor-access.ts';

type Operations = 'getTrustGrantByToken' | 'listPoliciesByToken' | 'listTrustDocumentsByToken' | 'listComplianceResourcesByToken';

export const access: Pick<Handlers<'trust-access'>, Operations> = {
  getTrustGrantByToken: (call) =>
    withPersonalLink(call, async ({ db, ports: { files }, actor }) => {
      const grant = await findGrant(db, actor.id);
      if (grant?.status !== 'active') return accessExpired();
      const [page, agreement] = await Promise.all([findPage(db, files), findAgreementOfRequest(db, grant.accessRequestId)]);
      const pdfKey = agreement?.status === 'signed' ? agreement.pdfKey : null;
      return {
        status: 200 as const,
        body: {
          organizationName: page.organizationName,
          friendlyUrl: page.friendlyUrl,
          faviconUrl: page.faviconUrl,
          securityQuestionnaireEnabled: page.securityQuestionnaireEnabled,
          visitorAnswers: page.visitorAnswers,
          expiresAt: grant.expiresAt,
          subjectEmail: grant.subjectEmail,
          ndaPdfUrl: pdfKey === null ? null : ndaLink(files, page, pdfKey),
        },
      };
    }),

  listPoliciesByToken: (call) =>
    withPersonalLink(call, async ({ db, actor }) => ({
      status: 200 as const,
      page: await listSharedPolicies(db, await audiencesOfGrant(db, actor.id), call.query, call.page),
    })),

  listTrustDocumentsByToken: (call) =>
    withPersonalLink(call, async ({ db }) => ({ status: 200 as const, page: await listSharedDocuments(db, call.query, call.page) })),

  listComplianceResourcesByToken: (call) =>
    withPersonalLink(call, async ({ db }) => ({ status: 200 as const, page: await listSharedCertificates(db, call.query, call.page) })),
};
