/** Lists requests for confidential documents, and stores decisions about them (spec/areas/assurance-to-customers/trust-access, states). */
import { stateOf } from '#contract/states';
import { trustAccessRequestStatus } from '#generated/transitions';
import type { Handlers } from '#contract/types';
import { findPage } from '#domain/trust/portal/public-page';
import { newId } from '#platform/database/ids';
import { refusal } from '#platform/refusals/refusal';
import { authorOf } from '#platform/identity/author';
import { findAgreement, insertAgreement, voidAgreement } from '../queries/agreements.ts';
import { insertGrant } from '../queries/grants.ts';
import { storeDecision, findRequest, listRequests, lockRequest } from '../queries/requests.ts';
import { requestNotFound } from '../refusals.ts';
import { findBypassList } from '../rules/bypass.ts';
import { toContractAgreement } from '../rules/contract-agreement.ts';
import { deriveToken } from '#domain/trust/access/tokens';
import { sendPersonalLink, sendSigningLink } from './send-links.ts';

type Operations =
  'listTrustAccessRequests' | 'getTrustAccessRequest' | 'approveTrustAccessRequest' | 'denyTrustAccessRequest' | 'cancelTrustAccessRequest';

/** The default duration of access, in days (trust-access, rule 4). */
const defaultDays = 30;

export const requests: Pick<Handlers<'trust-access'>, Operations> = {
  async listTrustAccessRequests({ query, page, db }) {
    return { status: 200, page: await listRequests(db, query, page) };
  },

  async getTrustAccessRequest({ path, db }) {
    const request = await findRequest(db, path.id);
    return request ? { status: 200, body: request } : requestNotFound();
  },

  async approveTrustAccessRequest({ path, body, db, ports, actor, audit }) {
    const before = await lockRequest(db, path.id);
    if (!before) return requestNotFound();
    const { id, email, status } = before;
    if (status !== 'under_review') return refusal('access_request_decided', stateOf(trustAccessRequestStatus, status));
    const days = body.durationDays ?? before.requestedDurationDays ?? defaultDays;
    const page = await findPage(db, ports.files);
    const bypass = findBypassList(email, page);
    await storeDecision(db, id, actor, { status: 'approved', days });
    let agreementId: string | undefined;
    if (bypass) {
      const grantId = newId('tag');
      await insertGrant(
        db,
        { id: grantId, accessRequestId: id, subjectEmail: email, days, issuedBy: authorOf(actor) },
        deriveToken(ports.secrets, grantId, 0),
      );
      await sendPersonalLink({ db, ports }, grantId, 'granted', { page });
    } else {
      agreementId = newId('tna');
      const token = deriveToken(ports.secrets, agreementId, 0);
      await insertAgreement(db, agreementId, id, token);
      const agreement = await findAgreement(db, agreementId);
      if (agreement) await sendSigningLink({ db, ports }, agreement, token.token, { email, page });
    }
    const request = await findRequest(db, id);
    if (!request) throw new Error(`${id} was not found, although it is locked`);
    const agreement = agreementId === undefined ? undefined : await findAgreement(db, agreementId);
    audit.changed(
      { status, requestedDurationDays: before.requestedDurationDays },
      { status: request.status, requestedDurationDays: days },
      { description: 'Approved access request', data: { ndaBypassedBy: bypass ?? null } },
    );
    return { status: 200, body: { request, grant: request.grant, ndaAgreement: agreement ? toContractAgreement(agreement) : null } };
  },

  async denyTrustAccessRequest({ path, body, db, actor, audit }) {
    const before = await lockRequest(db, path.id);
    if (!before) return requestNotFound();
    if (before.status !== 'under_review') return refusal('access_request_decided', stateOf(trustAccessRequestStatus, before.status));
    await storeDecision(db, before.id, actor, { status: 'rejected', reason: body.reason });
    const after = (await findRequest(db, before.id)) ?? before;
    audit.changed(before, after, { fields: ['status', 'decisionReason'], description: 'Denied access request' });
    return { status: 200, body: after };
  },

  async cancelTrustAccessRequest({ path, body, db, actor, audit }) {
    const before = await lockRequest(db, path.id);
    if (!before) return requestNotFound();
    if (before.status === 'rejected' || before.status === 'cancelled' || before.grant)
      return refusal('access_request_not_cancellable', { from: before.status, allowed: [] });
    await storeDecision(db, before.id, actor, { status: 'cancelled', reason: body.reason || null });
    await voidAgreement(db, before.id);
    const after = (await findRequest(db, before.id)) ?? before;
    audit.changed(before, after, { fields: ['status', 'decisionReason'], description: 'Cancelled access request' });
    return { status: 200, body: after };
  },
};
