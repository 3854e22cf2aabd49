/** Agreements as reviewers see them. */
import { Deferred } from '../../../contract/replies.ts';
import type { Handlers } from '../../../contract/types.ts';
import { findPage } from '../../../domain/trust-portal/public-page.ts';
import { dispositionOf } from '../../../platform/ports/file-links.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import { makeAgreement } from '../documents/make.ts';
import { extendLink, findAgreement, findAgreementOf, lockAgreement } from '../queries/agreements.ts';
import { findRequest, lockRequest } from '../queries/requests.ts';
import { requestNotFound } from '../refusals.ts';
import { ndaLink, ndaName } from '../rules/nda-file.ts';
import { shownAgreement } from '../rules/shown-agreement.ts';
import { presentToken } from '../rules/tokens.ts';
import { agreementPages } from './agreement-pages.ts';
import { sendSigningLink } from './sending.ts';

type Agreements = 'resendTrustAccessNda' | 'previewTrustAccessNda' | 'getTrustAccessNda';

export const agreements: Pick<Handlers<'trust-access'>, Agreements> = {
  async resendTrustAccessNda({ path, db, ports, audit }) {
    const request = await lockRequest(db, path.id);
    if (!request) return requestNotFound();
    const found = await findAgreementOf(db, request.id);
    const before = found && (await lockAgreement(db, found.id));
    if (request.status !== 'approved' || before?.status !== 'pending') return refusal('nda_not_pending');
    const token = presentToken(ports.secrets, before.id, before);
    await extendLink(db, before.id, token);
    const after = (await findAgreement(db, before.id)) ?? before;
    await sendSigningLink({ db, ports }, after, token.token, { email: request.email, page: await findPage(db, ports.files) });
    audit.changed(
      { signTokenExpiresAt: before.signTokenExpiresAt },
      { signTokenExpiresAt: after.signTokenExpiresAt },
      { description: 'Sent the signing link again' },
    );
    return { status: 200, body: shownAgreement(after) };
  },

  async previewTrustAccessNda({ path, db, ports, actor: { organizationId } }) {
    const request = await findRequest(db, path.id);
    if (!request) return requestNotFound();
    const agreement = await findAgreementOf(db, request.id);
    const page = await findPage(db, ports.files);
    const pages = await agreementPages(ports, page, request, agreement ?? { id: request.id, createdAt: request.createdAt });
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
    const agreement = await findAgreementOf(db, request.id);
    if (!agreement) return refusal('trust_nda_not_found');
    const page = await findPage(db, files);
    const isSigned = agreement.status === 'signed' && agreement.pdfKey !== null;
    return { status: 200, body: shownAgreement(agreement, isSigned ? ndaLink(files, page, agreement.pdfKey) : null) };
  },
};
