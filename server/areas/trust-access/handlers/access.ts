/** What the holder of a personal link sees (spec/areas/trust-access, rule 7). */
import type { Handlers } from '../../../contract/types.ts';
import { findPage } from '../../../domain/trust-portal/public-page.ts';
import { listSharedCertificates, listSharedDocuments, listSharedPolicies } from '../../../domain/trust-portal/shared-files.ts';
import { findAgreementOf } from '../queries/agreements.ts';
import { findGrant } from '../queries/grants.ts';
import { accessOver } from '../refusals.ts';
import { ndaLink } from '../rules/nda-file.ts';
import { byLink } from './entrances.ts';

type Access = 'getTrustGrantByToken' | 'listPoliciesByToken' | 'listTrustDocumentsByToken' | 'listComplianceResourcesByToken';

export const access: Pick<Handlers<'trust-access'>, Access> = {
  getTrustGrantByToken: (call) =>
    byLink(call, async ({ db, ports: { files }, actor }) => {
      const grant = await findGrant(db, actor.id);
      if (grant?.status !== 'active') return accessOver();
      const [page, agreement] = await Promise.all([findPage(db, files), findAgreementOf(db, grant.accessRequestId)]);
      const pdfKey = agreement?.status === 'signed' ? agreement.pdfKey : null;
      return {
        status: 200 as const,
        body: {
          organizationName: page.organizationName,
          friendlyUrl: page.friendlyUrl,
          faviconUrl: page.faviconUrl,
          securityQuestionnaireEnabled: page.securityQuestionnaireEnabled,
          expiresAt: grant.expiresAt,
          subjectEmail: grant.subjectEmail,
          ndaPdfUrl: pdfKey === null ? null : ndaLink(files, page, pdfKey),
        },
      };
    }),

  listPoliciesByToken: (call) => byLink(call, async ({ db }) => ({ status: 200 as const, page: await listSharedPolicies(db, call.page) })),

  listTrustDocumentsByToken: (call) =>
    byLink(call, async ({ db }) => ({ status: 200 as const, page: await listSharedDocuments(db, call.page) })),

  listComplianceResourcesByToken: (call) =>
    byLink(call, async ({ db }) => ({ status: 200 as const, page: await listSharedCertificates(db, call.page) })),
};
