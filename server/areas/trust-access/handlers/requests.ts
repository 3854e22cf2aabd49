/** Requests for confidential documents, and what is decided about them (spec/areas/trust-access, states). */
import type { Handlers } from '../../../contract/types.ts';
import { findPage } from '../../../domain/trust-portal/public-page.ts';
import { newId } from '../../../platform/database/ids.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import { findAgreement, insertAgreement, voidAgreement } from '../queries/agreements.ts';
import { insertGrant } from '../queries/grants.ts';
import { decide, findRequest, listRequests, lockRequest } from '../queries/requests.ts';
import { requestNotFound } from '../refusals.ts';
import { bypassOf } from '../rules/bypass.ts';
import { shownAgreement } from '../rules/shown-agreement.ts';
import { tokenOf } from '../rules/tokens.ts';
import { sendPersonalLink, sendSigningLink } from './sending.ts';

type Requests =
  'listTrustAccessRequests' | 'getTrustAccessRequest' | 'approveTrustAccessRequest' | 'denyTrustAccessRequest' | 'cancelTrustAccessRequest';

/** For how many days access is granted when nobody says so (spec/areas/trust-access, rule 4). */
const usualDays = 30;

export const requests: Pick<Handlers<'trust-access'>, Requests> = {
  async listTrustAccessRequests({ query, page, db }) {
    const { sortBy, ...rest } = page;
    return { status: 200, page: await listRequests(db, query, { ...rest, sortBy }) };
  },

  async getTrustAccessRequest({ path, db }) {
    const found = await findRequest(db, path.id);
    return found ? { status: 200, body: found } : requestNotFound();
  },

  async approveTrustAccessRequest({ path, body, db, ports, actor, audit }) {
    const before = await lockRequest(db, path.id);
    if (!before) return requestNotFound();
    const { id, email, status } = before;
    if (status !== 'under_review') return refusal('access_request_decided', { requestStatus: status });
    const days = body.durationDays ?? before.requestedDurationDays ?? usualDays;
    const page = await findPage(db, ports.files);
    const bypass = bypassOf(email, page);
    await decide(db, id, actor, { status: 'approved', days });
    let agreementId: string | undefined;
    if (bypass) {
      const grantId = newId('tag');
      const issuedByMemberId = actor.memberId ?? null;
      await insertGrant(
        db,
        { id: grantId, accessRequestId: id, subjectEmail: email, days, issuedByMemberId },
        tokenOf(ports.secrets, grantId, 0),
      );
      await sendPersonalLink({ db, ports }, grantId, 'granted', { page });
    } else {
      agreementId = newId('tna');
      const token = tokenOf(ports.secrets, agreementId, 0);
      await insertAgreement(db, agreementId, id, token);
      const agreement = await findAgreement(db, agreementId);
      if (agreement) await sendSigningLink({ db, ports }, agreement, token.token, { email, page });
    }
    const request = await findRequest(db, id);
    if (!request) throw new Error(`${id} is not there, though it is held`);
    const agreement = agreementId === undefined ? undefined : await findAgreement(db, agreementId);
    audit.changed(
      { status, requestedDurationDays: before.requestedDurationDays },
      { status: request.status, requestedDurationDays: days },
      { description: 'Approved access request', data: { ndaBypassedBy: bypass ?? null } },
    );
    return { status: 200, body: { request, grant: request.grant, ndaAgreement: agreement ? shownAgreement(agreement) : null } };
  },

  async denyTrustAccessRequest({ path, body, db, actor, audit }) {
    const before = await lockRequest(db, path.id);
    if (!before) return requestNotFound();
    if (before.status !== 'under_review') return refusal('access_request_decided', { requestStatus: before.status });
    await decide(db, before.id, actor, { status: 'denied', reason: body.reason.trim() });
    const after = (await findRequest(db, before.id)) ?? before;
    audit.changed(before, after, { fields: ['status', 'decisionReason'], description: 'Denied access request' });
    return { status: 200, body: after };
  },

  async cancelTrustAccessRequest({ path, body, db, actor, audit }) {
    const before = await lockRequest(db, path.id);
    if (!before) return requestNotFound();
    if (before.status === 'denied' || before.status === 'cancelled' || before.grant) return refusal('access_request_not_cancellable');
    await decide(db, before.id, actor, { status: 'cancelled', reason: body.reason?.trim() || null });
    await voidAgreement(db, before.id);
    const after = (await findRequest(db, before.id)) ?? before;
    audit.changed(before, after, { fields: ['status', 'decisionReason'], description: 'Cancelled access request' });
    return { status: 200, body: after };
  },
};
