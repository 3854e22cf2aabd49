/** Signatures of policies, by members in person or recorded with an API key (policies, rule 20). */
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { isPolicyVisibleTo } from '#domain/policies/visible';
import type { OrganizationDatabase } from '#platform/database/handle';
import { notActive } from '#platform/identity/acting-member';
import type { Actor } from '#platform/identity/actor';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { shareLockPolicy, type SignablePolicy } from '../queries/rows.ts';
import { lockActiveMember, insertSignature } from '../queries/signatures.ts';
import { policyNotFound } from '../refusals.ts';
import { needsSignatures } from './notify-signers.ts';

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
    audit.performed(deedOf(policy), noteOf(policy.id, signer));
    return { status: 201, body: signed.signature };
  },

  async acknowledgePolicies({ body, db, actor, audit, skipAudit }) {
    const results = new Map<string, Result>();
    // Locks the policies in the order of their ids, as all code that locks several does, and before the first signature locks the member.
    const policies = new Map<string, SignablePolicy | undefined>();
    for (const policyId of body.policyIds.toSorted()) policies.set(policyId, await shareLockPolicy(db, policyId));
    const signer = await signerOf(db, actor, body.memberId);
    if (isRefusal(signer)) return signer;
    for (const [policyId, policy] of policies) {
      // Ids of several policies may be guesses, so a policy that the caller does not see fails like one that does not exist.
      const isSeen = policy && (await isPolicyVisibleTo(db, actor.memberId ?? '', policyId));
      const signed = isSeen ? await signOne(db, actor, policy, signer) : policyNotFound();
      if (isRefusal(signed)) results.set(policyId, { policyId, status: 'failed', error: signed.body.error });
      else results.set(policyId, { policyId, status: signed.isNew ? 'signed' : 'already_signed' });
      if (policy && !isRefusal(signed) && signed.isNew) audit.performed(deedOf(policy), noteOf(policyId, signer));
    }
    if (![...results.values()].some(({ status }) => status === 'signed')) skipAudit();
    return { status: 200, body: { data: body.policyIds.flatMap((id) => results.get(id) ?? []) } };
  },
};

/** @returns the id of the signing member: the caller in person, or the one that an API key names; or why there is none */
async function signerOf(db: OrganizationDatabase, actor: Actor, memberNamed: string | undefined) {
  const { memberId } = actor;
  if (memberId === undefined) throw new Error('the actor has no member');
  if (actor.credential !== 'key') return memberId;
  if (memberNamed === undefined) return invalid({ memberId: 'is required with an API key' });
  // An API key of a restricted member can change only that member's own records.
  if (actor.restrictedTo !== undefined && actor.restrictedTo !== memberNamed) return refusal('record_hidden');
  return (await lockActiveMember(db, memberNamed)) ? memberNamed : invalid({ memberId: notActive });
}

async function signOne(db: OrganizationDatabase, actor: Actor, policy: SignablePolicy, memberId: string) {
  const { currentVersionId } = policy;
  // Unpublished policies exist only for those who work on them.
  const isVisible = policy.status === 'published' || (await isPolicyVisibleTo(db, actor.memberId ?? '', policy.id));
  if (!isVisible) return policyNotFound();
  if (policy.status === 'published' && !(await isPolicyVisibleTo(db, memberId, policy.id))) return refusal('policy_not_visible');
  if (policy.status !== 'published' || !needsSignatures(policy) || currentVersionId === null) return refusal('policy_not_to_be_signed');
  const via = actor.credential === 'key' ? (actor.via ?? null) : null;
  return insertSignature(db, { policyId: policy.id, versionId: currentVersionId, memberId, via });
}

const deedOf = ({ version }: SignablePolicy) => `Signed version ${version ?? 0} of policy`;
const noteOf = (policyId: string, memberId: string) =>
  ({ entityType: 'policy', entityId: policyId, resource: 'policy', changes: { memberId: { previous: null, current: memberId } } }) as const;
