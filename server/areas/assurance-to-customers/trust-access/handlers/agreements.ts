/** Lets reviewers preview and download agreements, and resend signing links. */
import { stateOf } from '#contract/states';
import { trustAccessRequestNdaStatus } from '#generated/transitions';
import { Deferred } from '#contract/replies';
import type { Handlers } from '#contract/types';
import { findPage } from '#domain/trust/portal/public-page';
import { dispositionOf } from '#platform/ports/file-links';
import { refusal } from '#platform/refusals/refusal';
import { makeAgreement } from '../documents/make.ts';
import { extendLink, findAgreement, findAgreementOfRequest, lockAgreement } from '../queries/agreements.ts';
import { findRequest, lockRequest } from '../queries/requests.ts';
import { requestNotFound } from '../refusals.ts';
import { ndaLink, ndaName } from '../rules/nda-file.ts';
import { toContractAgreement } from '../rules/contract-agreement.ts';
import { deriveCurrentToken } from '#domain/trust/access/tokens';
import { buildAgreementPages } from './agreement-pages.ts';
import { sendSigningLink } from './send-links.ts';

type Operations = 'resendTrustAccessNda' | 'previewTrustAccessNda' | 'getTrustAccessNda';

export const agreements: Pick<Handlers<'trust-access'>, Operations> = {
  async resendTrustAccessNda({ path, db, ports, audit }) {
    const request = await lockRequest(db, path.id);
    if (!request) return requestNotFound();
    const agreement = await findAgreementOfRequest(db, request.id);
    const before = agreement && (await lockAgreement(db, agreement.id));
    if (request.status !== 'approved' || before?.status !== 'pending')
      return refusal('nda_not_pending', stateOf(trustAccessRequestNdaStatus, request.ndaStatus));
    const token = deriveCurrentToken(ports.secrets, before.id, before);
    await extendLink(db, before.id, token);
    const after = (await findAgreement(db, before.id)) ?? before;
    await sendSigningLink({ db, ports }, after, token.token, { email: request.email, page: await findPage(db, ports.files) });
    audit.changed(
      { signTokenExpiresAt: before.signTokenExpiresAt },
      { signTokenExpiresAt: after.signTokenExpiresAt },
      { description: 'Sent the signing link again' },
    );
    return { status: 200, body: toContractAgreement(after) };
  },

  async previewTrustAccessNda({ path, db, ports, actor: { organizationId } }) {
    const request = await findRequest(db, path.id);
    if (!request) return requestNotFound();
    const agreement = await findAgreementOfRequest(db, request.id);
    const page = await findPage(db, ports.files);
    const pages = await buildAgreementPages(ports, page, request, agreement ?? { id: request.id, createdAt: request.createdAt });
    return new Deferred(async () => ({
      status: 200,
      type: 'application/pdf',
      headers: { 'Content-Disposition': dispositionOf(ndaName(page), false) },
      body: await makeAgreement(organizationId, pages),
    }));
  },

  async getTrustAccessNda({ path, db, ports: { files } }) {
    const request = await findRequest(db, path.id);
    if (!request) return requestNotFound();
    const agreement = await findAgreementOfRequest(db, request.id);
    if (!agreement) return refusal('trust_nda_not_found');
    const page = await findPage(db, files);
    const isSigned = agreement.status === 'signed' && agreement.pdfKey !== null;
    return { status: 200, body: toContractAgreement(agreement, isSigned ? ndaLink(files, page, agreement.pdfKey) : null) };
  },
};
