/** Records signatures of policies, which members give in person or an API key records for them (policies, rule 20). */
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { isPolicyVisibleTo } from '#domain/policies/visible';
import type { OrganizationDatabase } from '#platform/database/handle';
import { inactiveMember } from '#platform/identity/acting-member';
import type { Actor } from '#platform/identity/actor';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { lockPolicyForSigning, type SignablePolicy } from '../queries/rows.ts';
import { lockActiveMember, insertSignature } from '../queries/signatures.ts';
import { policyNotFound } from '../refusals.ts';
import { needsSignatures } from './notify-signers.ts';

type Result = components['schemas']['PolicyAcknowledgementResult'];

export const acknowledgementHandlers: Pick<Handlers<'policies'>, 'acknowledgePolicy' | 'acknowledgePolicies'> = {
  async acknowledgePolicy({ path, body, db, actor, audit, skipAudit }) {
    const policy = await lockPolicyForSigning(db, path.id);
    if (!policy) return policyNotFound();
    const signer = await findSigner(db, actor, body.memberId);
    if (isRefusal(signer)) return signer;
    const signingResult = await signPolicy(db, actor, policy, signer);
    if (isRefusal(signingResult)) return signingResult;
    if (!signingResult.isNew) {
      skipAudit();
      return { status: 200, body: signingResult.signature };
    }
    audit.performed(auditActionOf(policy), auditDetailsOf(policy.id, signer));
    return { status: 201, body: signingResult.signature };
  },

  async acknowledgePolicies({ body, db, actor, audit, skipAudit }) {
    const results = new Map<string, Result>();
    // To avoid deadlocks, the policies are locked in the order of their ids, and before the member is locked for a signature.
    const policies = new Map<string, SignablePolicy | undefined>();
    for (const policyId of body.policyIds.toSorted()) policies.set(policyId, await lockPolicyForSigning(db, policyId));
    const signer = await findSigner(db, actor, body.memberId);
    if (isRefusal(signer)) return signer;
    for (const [policyId, policy] of policies) {
      // The ids may be guesses, so a policy that the caller may not see fails in the same way as a policy that does not exist.
      const isVisible = policy && (await isPolicyVisibleTo(db, actor.memberId ?? '', policyId));
      const signingResult = isVisible ? await signPolicy(db, actor, policy, signer) : policyNotFound();
      if (isRefusal(signingResult)) results.set(policyId, { policyId, status: 'failed', error: signingResult.body.error });
      else results.set(policyId, { policyId, status: signingResult.isNew ? 'signed' : 'already_signed' });
      if (policy && !isRefusal(signingResult) && signingResult.isNew)
        audit.performed(auditActionOf(policy), auditDetailsOf(policyId, signer));
    }
    if (![...results.values()].some(({ status }) => status === 'signed')) skipAudit();
    return { status: 200, body: { data: body.policyIds.flatMap((id) => results.get(id) ?? []) } };
  },
};

/** @returns the id of the signing member: the caller in person, or the member that a request with an API key names; or an error response */
async function findSigner(db: OrganizationDatabase, actor: Actor, requestedMemberId: string | undefined) {
  const { memberId } = actor;
  if (memberId === undefined) throw new Error('the actor has no member');
  if (actor.credential !== 'key') return memberId;
  if (requestedMemberId === undefined) return invalid({ memberId: fieldErrors.required('with an API key') });
  // An API key of a restricted member can change only that member's own records.
  if (actor.restrictedTo !== undefined && actor.restrictedTo !== requestedMemberId) return refusal('record_hidden');
  return (await lockActiveMember(db, requestedMemberId)) ? requestedMemberId : invalid({ memberId: inactiveMember });
}

async function signPolicy(db: OrganizationDatabase, actor: Actor, policy: SignablePolicy, memberId: string) {
  const { currentVersionId } = policy;
  // An unpublished policy is reported as not found to members who may not read its drafts.
  const isVisible = policy.status === 'published' || (await isPolicyVisibleTo(db, actor.memberId ?? '', policy.id));
  if (!isVisible) return policyNotFound();
  if (policy.status === 'published' && !(await isPolicyVisibleTo(db, memberId, policy.id))) return refusal('policy_not_visible');
  if (policy.status !== 'published' || !needsSignatures(policy) || currentVersionId === null) return refusal('policy_not_to_be_signed');
  const via = actor.credential === 'key' ? (actor.via ?? null) : null;
  return insertSignature(db, { policyId: policy.id, versionId: currentVersionId, memberId, via });
}

const auditActionOf = ({ version }: SignablePolicy) => `Signed version ${version ?? 0} of policy`;
const auditDetailsOf = (policyId: string, memberId: string) =>
  ({ entityType: 'policy', entityId: policyId, resource: 'policy', changes: { memberId: { previous: null, current: memberId } } }) as const;
