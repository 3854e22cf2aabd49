/** Lets reviewers list and revoke access grants, and resend personal links. */
import type { components } from '#generated/api';
import { stateOf } from '#contract/states';
import { trustAccessGrantStatus } from '#generated/transitions';
import type { Handlers } from '#contract/types';
import { refusal } from '#platform/refusals/refusal';
import { authorOf } from '#platform/identity/author';
import { voidAgreement } from '../queries/agreements.ts';
import { findGrant, listGrants, lockGrant, revokeGrant } from '../queries/grants.ts';
import { lockRequest } from '../queries/requests.ts';
import { grantNotFound } from '../refusals.ts';
import { sendPersonalLink } from './send-links.ts';

type Operations = 'listTrustAccessGrants' | 'revokeTrustAccessGrant' | 'resendTrustAccessEmail';

const notActive = ({ status }: Pick<components['schemas']['TrustAccessGrant'], 'status'>) =>
  refusal('grant_not_active', stateOf(trustAccessGrantStatus, status));

export const grants: Pick<Handlers<'trust-access'>, Operations> = {
  async listTrustAccessGrants({ query, page, db }) {
    return { status: 200, page: await listGrants(db, query, page) };
  },

  async revokeTrustAccessGrant({ path, body, db, actor, audit }) {
    const grant = await findGrant(db, path.id);
    // Locks the request first, in the same order as signing does, to avoid a deadlock.
    if (grant) await lockRequest(db, grant.accessRequestId);
    const before = grant && (await lockGrant(db, grant.id));
    if (!before) return grantNotFound();
    if (before.status !== 'active') return notActive(before);
    await revokeGrant(db, before.id, authorOf(actor), body.reason);
    await voidAgreement(db, before.accessRequestId);
    const after = await findGrant(db, before.id);
    if (!after) throw new Error(`${before.id} was not found, although it is locked`);
    audit.changed(
      { status: before.status, revokeReason: null },
      { status: after.status, revokeReason: after.revokeReason },
      { description: 'Revoked access' },
    );
    return { status: 200, body: after };
  },

  async resendTrustAccessEmail({ path, db, ports, audit }) {
    const grant = await findGrant(db, path.id);
    if (!grant) return grantNotFound();
    if ((await sendPersonalLink({ db, ports }, grant.id, 'granted')) === undefined) return notActive(grant);
    audit.performed('Sent the personal link again', { data: { email: grant.subjectEmail } });
    return { status: 200, body: grant };
  },
};
