/** Members sign policies, in person or as an API key records it (spec/areas/policies, rule 20). */
import type { components } from '../../../../generated/api.d.ts';
import type { Handlers } from '../../../contract/types.ts';
import { seesPolicy } from '../../../domain/policies/visible.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { notActive } from '../../../platform/identity/acting-member.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { shareLockPolicy, type SignablePolicy } from '../queries/rows.ts';
import { lockActiveMember, sign } from '../queries/signatures.ts';
import { policyNotFound } from '../refusals.ts';
import { isToBeSigned } from './announcing.ts';

type Result = components['schemas']['PolicyAcknowledgementResult'];

export const acknowledging: Pick<Handlers<'policies'>, 'acknowledgePolicy' | 'acknowledgePolicies'> = {
  async acknowledgePolicy({ path, body, db, actor, audit, skipAudit }) {
    const policy = await shareLockPolicy(db, path.id);
    if (!policy) return policyNotFound();
    const signer = await signerOf(db, actor, body.memberId);
    if (isRefusal(signer)) return signer;
    const signed = await signOne(db, actor, policy, signer);
    if (isRefusal(signed)) return signed;
    if (!signed.isNew) {
      skipAudit();
      return { status: 200, body: signed.signature };
    }
    audit.did(deedOf(policy), noteOf(policy.id, signer));
    return { status: 201, body: signed.signature };
  },

  async acknowledgePolicies({ body, db, actor, audit, skipAudit }) {
    const results = new Map<string, Result>();
    // Held in the order of their ids, as everybody does who holds several, and all of them before the first signature holds the member.
    const policies = new Map<string, SignablePolicy | undefined>();
    for (const policyId of body.policyIds.toSorted()) policies.set(policyId, await shareLockPolicy(db, policyId));
    const signer = await signerOf(db, actor, body.memberId);
    if (isRefusal(signer)) return signer;
    for (const [policyId, policy] of policies) {
      const signed = policy ? await signOne(db, actor, policy, signer) : policyNotFound();
      if (isRefusal(signed)) results.set(policyId, { policyId, status: 'failed', error: signed.body.error });
      else results.set(policyId, { policyId, status: signed.isNew ? 'signed' : 'already_signed' });
      if (policy && !isRefusal(signed) && signed.isNew) audit.did(deedOf(policy), noteOf(policyId, signer));
    }
    if (![...results.values()].some(({ status }) => status === 'signed')) skipAudit();
    return { status: 200, body: { data: body.policyIds.flatMap((id) => results.get(id) ?? []) } };
  },
};

/** @returns the id of the member who signs: the caller in person, or whom a key names; or why there is none */
async function signerOf(db: OrganizationDatabase, actor: Actor, named: string | undefined) {
  if (actor.credential !== 'key') return actor.memberId ?? refusal('missing_permission');
  if (named === undefined) return invalid({ memberId: 'is required with an API key' });
  // A key of a restricted member changes what is that member's alone.
  if (actor.restrictedTo !== undefined && actor.restrictedTo !== named) return refusal('missing_permission');
  return (await lockActiveMember(db, named)) ? named : invalid({ memberId: notActive });
}

async function signOne(db: OrganizationDatabase, actor: Actor, policy: SignablePolicy, memberId: string) {
  if (!(await seesPolicy(db, memberId, policy.id))) return refusal('policy_not_visible');
  const { currentVersionId } = policy;
  if (policy.status !== 'published' || !isToBeSigned(policy) || currentVersionId === null) return refusal('policy_not_to_be_signed');
  const via = actor.credential === 'key' ? (actor.via ?? null) : null;
  return sign(db, { policyId: policy.id, versionId: currentVersionId, memberId, via });
}

const deedOf = ({ version }: SignablePolicy) => `Signed version ${version ?? 0} of policy`;
const noteOf = (policyId: string, memberId: string) =>
  ({ entityType: 'policy', entityId: policyId, resource: 'policy', changes: { memberId: { previous: null, current: memberId } } }) as const;
